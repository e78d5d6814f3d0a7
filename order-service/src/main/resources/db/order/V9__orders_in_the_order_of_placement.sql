-- An order's id follows from its caller, key and content, and says nothing of time. Orders of before keep theirs.
CREATE INDEX customer_order_by_placement ON customer_order (placed_at, id);
DROP INDEX customer_order_by_customer;
CREATE INDEX customer_order_by_customer ON customer_order (customer_id, placed_at, id);
DROP INDEX customer_order_by_status;
CREATE INDEX customer_order_by_status ON customer_order (status, placed_at, id);

-- Orders up to this one have been verified; ids of before begin with the milliseconds of placement.
ALTER TABLE order_event_verification ADD COLUMN placed_at timestamptz NOT NULL DEFAULT '-infinity';
UPDATE order_event_verification
SET placed_at = to_timestamp(('x' || substr(replace(through::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0);
