-- How often in a row the saga's definition could not drive it in its step; and the version that an operator has moved it to.
-- Both columns are added without rewriting the tables.
ALTER TABLE saga ADD COLUMN failed_runs integer NOT NULL DEFAULT 0;
ALTER TABLE saga_action ADD COLUMN definition_version integer;
