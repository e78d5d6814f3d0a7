-- The lines of a claim stand in its row: a line is the same entry of each array.
ALTER TABLE claim
  ADD COLUMN skus       text[]   NOT NULL DEFAULT '{}',
  ADD COLUMN quantities int[]    NOT NULL DEFAULT '{}',
  ADD COLUMN fences     bigint[] NOT NULL DEFAULT '{}';

-- built anew below, with fewer entries
DROP INDEX claim_one_per_saga, claim_by_saga, claim_by_owner;

UPDATE claim SET skus = line.skus, quantities = line.quantities, fences = line.fences
FROM (SELECT claim_id,
        array_agg(sku ORDER BY sku COLLATE "C") AS skus,
        array_agg(quantity ORDER BY sku COLLATE "C") AS quantities,
        array_agg(fence ORDER BY sku COLLATE "C") AS fences
      FROM claim_line GROUP BY claim_id) AS line
WHERE line.claim_id = claim.id;

DROP TABLE claim_line;

ALTER TABLE claim
  ALTER COLUMN skus DROP DEFAULT,
  ALTER COLUMN quantities DROP DEFAULT,
  ALTER COLUMN fences DROP DEFAULT,
  ADD CONSTRAINT lines_whole CHECK (cardinality(quantities) = cardinality(skus) AND cardinality(fences) = cardinality(skus)),
  ADD CONSTRAINT lines_known CHECK (
    array_position(skus, NULL) IS NULL AND array_position(quantities, NULL) IS NULL AND array_position(fences, NULL) IS NULL),
  ADD CONSTRAINT lines_positive CHECK (0 < ALL (quantities));

-- A saga has one claim that has not expired, and any number that have. Its claims are found by the same index.
CREATE UNIQUE INDEX claim_one_per_saga ON claim (saga_id, (CASE WHEN state = 'EXPIRED' THEN id END)) NULLS NOT DISTINCT
  WHERE saga_id IS NOT NULL;

-- The owner of a saga's claim is its saga.
CREATE INDEX claim_by_owner ON claim (owner, id) WHERE saga_id IS NULL;
