-- When the gateway is asked again about a charge that it knew nothing of when the payment was voided, and how often it has been.
-- The columns are added without rewriting the table, and change with no ordinary step of a payment.
ALTER TABLE payment
  ADD COLUMN inquire_at timestamptz,
  ADD COLUMN inquiries integer NOT NULL DEFAULT 0,
  -- when a payment is compared with its saga once more, which had not ended the first time
  ADD COLUMN reconcile_at timestamptz;
CREATE INDEX payment_to_inquire ON payment (inquire_at) WHERE inquire_at IS NOT NULL;
CREATE INDEX payment_to_reconcile ON payment (reconcile_at) WHERE reconcile_at IS NOT NULL;

-- How far each comparison has come; its row is locked by the instance that compares.
CREATE TABLE reconciliation_progress (
  name     text        PRIMARY KEY,
  position timestamptz NOT NULL
);
INSERT INTO reconciliation_progress VALUES ('payments', '2000-01-01T00:00:00Z');
