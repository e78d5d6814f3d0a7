-- Money taken after its undo. Nobody waits for it to go back but this column: when it is to be tried again.
ALTER TABLE payment ADD COLUMN refund_due_at timestamptz;
CREATE INDEX payment_refund_due ON payment (refund_due_at) WHERE refund_due_at IS NOT NULL;
