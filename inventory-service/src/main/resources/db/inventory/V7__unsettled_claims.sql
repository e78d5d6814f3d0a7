-- When the orchestrator was last told that a saga has held the claim for long. In no index: nothing is written for claims that end in time.
ALTER TABLE claim ADD COLUMN reported_at timestamptz;
