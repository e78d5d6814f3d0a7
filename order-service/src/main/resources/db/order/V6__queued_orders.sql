-- Orders that may wait in the inventory's queue, by customer. Others are not in it.
CREATE INDEX customer_order_queued ON customer_order (customer_id) WHERE status = 'PENDING' AND on_busy = 'WAIT';
