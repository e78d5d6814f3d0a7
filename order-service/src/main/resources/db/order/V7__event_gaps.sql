-- All orders up to this id have been verified once: that all events before their endings are there. One row.
CREATE TABLE order_event_verification (through uuid NOT NULL);
-- from the first id of seven days ago on; no gap is older than what can still be asked for
INSERT INTO order_event_verification
SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp() - interval '7 days') * 1000)::bigint), 12, '0')
        || '70008000000000000000')::uuid;

-- Orders that lacked an event, or had not ended, when they were verified.
CREATE TABLE order_event_gap (
  order_id  uuid        PRIMARY KEY,
  verify_at timestamptz NOT NULL
);
CREATE INDEX order_event_gap_due ON order_event_gap (verify_at);
