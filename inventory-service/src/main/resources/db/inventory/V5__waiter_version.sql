-- Whoever asks again, is served or is sent away changes the waiter as it was read, or nothing.
ALTER TABLE waiter ADD COLUMN version bigint NOT NULL DEFAULT 0;

-- whose share of the stock is no longer kept from others
CREATE INDEX waiter_by_since ON waiter (since);
