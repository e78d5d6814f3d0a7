-- what the retention looks for: the sagas that have ended, longest ago first
CREATE INDEX saga_finished ON saga (updated_at) WHERE status IN ('COMPLETED', 'COMPENSATED');

-- a payment is as old as its saga, near enough; those that are there already count from now on
ALTER TABLE payment ADD COLUMN created_at timestamptz NOT NULL DEFAULT clock_timestamp();
CREATE INDEX payment_by_age ON payment (created_at);
