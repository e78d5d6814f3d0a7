-- Whose hold a saga's claim was before the saga adopted it, until it is sold: the longest life of the holder's next holds counts it.
ALTER TABLE claim ADD COLUMN held_by text;
CREATE INDEX claim_by_holder ON claim (held_by, id) WHERE held_by IS NOT NULL;
