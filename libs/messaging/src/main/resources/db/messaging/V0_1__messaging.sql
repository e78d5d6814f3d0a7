-- What is to leave this service. Rows are inserted by the transaction that causes the message
-- and deleted in bulk when the broker has acknowledged them, so the table stays small.
CREATE TABLE outbox (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic       text        NOT NULL,
  message_key text        NOT NULL,
  headers     text        NOT NULL,
  value       bytea       NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 10000);
CREATE INDEX outbox_by_key ON outbox (message_key);

-- What has entered this service and been handled.
CREATE TABLE inbox (
  consumer    text        NOT NULL,
  message_id  text        NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (consumer, message_id)
);
CREATE INDEX inbox_by_age ON inbox USING brin (received_at);
