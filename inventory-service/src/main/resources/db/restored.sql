-- For an operator, when this service's database was restored and before the service is started on it: nothing that may be sold
-- already is sold again until its stock is set, and what was held can still be confirmed. docs/operations.md has the other steps.
BEGIN;
UPDATE claim SET expires_at = greatest(expires_at, clock_timestamp()) + interval '1 hour', version = version + 1
WHERE state = 'HELD';
UPDATE item SET on_hand = reserved, version = version + 1,
  lock_expires_at = coalesce((SELECT expires_at FROM claim WHERE id = lock_claim_id), lock_expires_at);
COMMIT;
