-- An attempt is looked for by its saga, and nothing else: one index serves that and the key.
ALTER TABLE saga_attempt DROP CONSTRAINT saga_attempt_pkey;
DROP INDEX saga_attempt_by_saga;
ALTER TABLE saga_attempt ADD PRIMARY KEY (saga_id, id);
