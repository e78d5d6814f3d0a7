-- A saga whose claim has expired may claim again; it never has more than one claim that counts.
ALTER TABLE claim DROP CONSTRAINT claim_saga_id_key;
CREATE UNIQUE INDEX claim_one_per_saga ON claim (saga_id) WHERE state <> 'EXPIRED';
CREATE INDEX claim_by_saga ON claim (saga_id);

-- quantity and status change together
ALTER TABLE item ADD CONSTRAINT locked_if_and_only_if_reserved
  CHECK (policy <> 'EXCLUSIVE' OR (lock_claim_id IS NULL) = (reserved = 0));
