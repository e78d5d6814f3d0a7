-- A key is its caller's own, so that nobody can take another's. Keys from before belong to nobody.
ALTER TABLE customer_order ADD COLUMN key_owner text NOT NULL DEFAULT '';
ALTER TABLE customer_order ALTER COLUMN key_owner DROP DEFAULT;
ALTER TABLE customer_order DROP CONSTRAINT one_order_per_idempotency_key;
ALTER TABLE customer_order ADD CONSTRAINT one_order_per_idempotency_key UNIQUE (key_owner, idempotency_key);
