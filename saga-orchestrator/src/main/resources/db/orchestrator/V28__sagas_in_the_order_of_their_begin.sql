-- A saga's id may be any, and says nothing of time.
CREATE INDEX saga_by_begin ON saga (created_at, id);
DROP INDEX saga_unfinished;
CREATE INDEX saga_unfinished ON saga (status, created_at, id) WHERE status IN ('RUNNING', 'COMPENSATING', 'STUCK');
