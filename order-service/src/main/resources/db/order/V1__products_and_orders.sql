CREATE TABLE product (
  sku         text   PRIMARY KEY,
  name        text   NOT NULL,
  unit_amount bigint NOT NULL CHECK (unit_amount >= 0),
  currency    text   NOT NULL
);

-- Lines are a snapshot that never changes and is never read without its order, so they live in its row.
CREATE TABLE customer_order (
  id                     uuid        PRIMARY KEY,
  idempotency_key        text        NOT NULL CONSTRAINT one_order_per_idempotency_key UNIQUE,
  fingerprint            bytea       NOT NULL,
  customer_id            text        NOT NULL,
  lines                  jsonb       NOT NULL,
  total_amount           bigint      NOT NULL CHECK (total_amount >= 0),
  currency               text        NOT NULL,
  payment_method         text        NOT NULL,
  on_busy                text        NOT NULL,
  status                 text        NOT NULL CHECK (status IN ('PENDING', 'CONFIRMED', 'REJECTED', 'CANCELLED')),
  reason                 jsonb,
  cancellation_requested boolean     NOT NULL,
  placed_at              timestamptz NOT NULL,
  updated_at             timestamptz NOT NULL,
  version                bigint      NOT NULL
);
-- ids are UUIDv7, so their order is that of placement
CREATE INDEX customer_order_by_customer ON customer_order (customer_id, id);
CREATE INDEX customer_order_by_status ON customer_order (status, id);
