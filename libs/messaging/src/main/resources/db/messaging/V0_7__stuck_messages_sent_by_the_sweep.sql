-- Stuck messages go back into the outbox to be sent, a row for the messages of a key, with the parcel of the first of them. If they
-- cannot be sent they come back with that parcel and new positions, so that two keys may have the same position.
ALTER TABLE outbox_stuck DROP CONSTRAINT outbox_stuck_pkey;
ALTER TABLE outbox_stuck ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
ALTER TABLE outbox_stuck DROP COLUMN attempts;
