-- The step of the saga that the payment's answers go to.
ALTER TABLE payment ADD COLUMN step text NOT NULL DEFAULT 'pay';

-- A payment is removed with its saga from now on. These have lost theirs before.
DELETE FROM payment
WHERE refund_due_at IS NULL AND inquire_at IS NULL AND reconcile_at IS NULL
  AND NOT EXISTS (SELECT FROM saga WHERE saga.id = payment.saga_id);
