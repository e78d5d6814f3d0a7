-- The returns of an order, which never are read without it; null for none. In its row, so that its version guards what is left to return.
ALTER TABLE customer_order ADD COLUMN returns jsonb;
-- Whether one of them is open: looked for, at the order's reconcile_at, if nothing comes of it.
ALTER TABLE customer_order ADD COLUMN return_open boolean NOT NULL DEFAULT false;
CREATE INDEX customer_order_with_open_return ON customer_order (reconcile_at) WHERE return_open;
