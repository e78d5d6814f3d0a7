-- The time from which the longest life of a hold counts, if it follows earlier holds of the same items. Null: from its grant.
ALTER TABLE claim ADD COLUMN held_since timestamptz;
