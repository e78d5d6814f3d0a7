-- When somebody looks whether anything about the order has been lost. Of the orders that have ended nobody does.
-- The orders there are get a constant, which rewrites no row; instances of the version before, which know no such column, the other default.
ALTER TABLE customer_order ADD COLUMN reconcile_at timestamptz NOT NULL DEFAULT '2000-01-01T00:00:00Z';
ALTER TABLE customer_order ALTER COLUMN reconcile_at SET DEFAULT clock_timestamp() + interval '30 seconds';
CREATE INDEX customer_order_to_reconcile ON customer_order (reconcile_at) WHERE status = 'PENDING';

-- What the customer held before ordering, with its token, so that the order can be published again as it was. Once its saga has begun,
-- the claim has another token.
ALTER TABLE customer_order ADD COLUMN held_claim jsonb;
