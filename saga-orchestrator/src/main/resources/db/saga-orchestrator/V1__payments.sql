-- The payment participant's own record; a voided one is a tombstone. A row is written three times within a second; with room beside it
-- the indexes need not be.
CREATE TABLE payment (
  saga_id           uuid        PRIMARY KEY,
  state             text        NOT NULL,
  amount            bigint      NOT NULL,
  currency          text        NOT NULL,
  gateway_reference text,
  voided            boolean     NOT NULL,
  attempt           integer     NOT NULL,
  called_until      timestamptz,
  version           bigint      NOT NULL,
  created_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  trace_parent      text,
  -- how often the gateway is still asked about a charge that it knew nothing of when the payment was voided
  inquiries_left    integer     NOT NULL DEFAULT 0,
  -- the step of the saga that the payment's answers go to
  step              text        NOT NULL DEFAULT 'pay',
  -- when a refund that is owed, a charge that may still arrive, or a comparison with the saga is settled
  settle_at         timestamptz
) WITH (fillfactor = 50);
CREATE INDEX payment_by_age ON payment (created_at);
CREATE INDEX payment_to_settle ON payment (settle_at) WHERE settle_at IS NOT NULL;
