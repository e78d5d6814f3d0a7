-- One time for all that is to be settled about a payment: a refund that is owed, a charge that may still arrive, a comparison with its
-- saga. What is owed is a state of the payment, and an inquiry counts down.
ALTER TABLE payment ADD COLUMN settle_at timestamptz;
ALTER TABLE payment RENAME COLUMN inquiries TO inquiries_left;
UPDATE payment SET
  settle_at = least(refund_due_at, inquire_at, reconcile_at),
  state = CASE WHEN refund_due_at IS NOT NULL AND state = 'CAPTURED' THEN 'OWED' ELSE state END,
  inquiries_left = CASE WHEN inquire_at IS NULL THEN 0 ELSE greatest(1, 6 - inquiries_left) END,
  version = version + 1
WHERE num_nonnulls(refund_due_at, inquire_at, reconcile_at) > 0 OR inquiries_left > 0;
ALTER TABLE payment DROP COLUMN refund_due_at, DROP COLUMN inquire_at, DROP COLUMN reconcile_at;
CREATE INDEX payment_to_settle ON payment (settle_at) WHERE settle_at IS NOT NULL;
