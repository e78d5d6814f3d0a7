-- A saga's row is written once for each step, and what an index knows of it must not change with every one of them, or all
-- indexes are written each time. So the due-loop has a time of its own to look at a saga: when it is due or earlier, for a
-- saga that moves on in the meantime is due later. And the retention looks for sagas that have ended only.
ALTER TABLE saga
  ADD COLUMN wake_at timestamptz,
  ADD COLUMN ended_at timestamptz
    GENERATED ALWAYS AS (CASE WHEN status IN ('COMPLETED', 'COMPENSATED') THEN updated_at END) STORED,
  SET (fillfactor = 50);
UPDATE saga SET wake_at = due_at WHERE due_at IS NOT NULL;
ALTER TABLE saga ADD CONSTRAINT woken_when_due CHECK (due_at IS NULL OR (wake_at IS NOT NULL AND wake_at <= due_at));

DROP INDEX saga_due;
CREATE INDEX saga_to_wake ON saga (wake_at) WHERE wake_at IS NOT NULL;
DROP INDEX saga_finished;
CREATE INDEX saga_ended ON saga (ended_at) WHERE ended_at IS NOT NULL;
