-- Of each line, how much has come back by returns; null while nothing has. The claim stays a sale, and what returns have done is in
-- stock_movement, whose UNIQUE (operator, request_key) has each return once.
ALTER TABLE claim
  ADD COLUMN returned int[],
  ADD CONSTRAINT returned_whole CHECK (cardinality(returned) = cardinality(skus) AND 0 <= ALL (returned)) NOT VALID,
  ADD CONSTRAINT returned_if_sold CHECK (returned IS NULL OR state IN ('CONFIRMED', 'RELEASED')) NOT VALID;
