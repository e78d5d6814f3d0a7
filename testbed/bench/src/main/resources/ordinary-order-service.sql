CREATE TABLE IF NOT EXISTS scheduled_tasks (
  task_name text, task_instance text, task_data bytea, execution_time timestamptz NOT NULL, picked boolean NOT NULL,
  picked_by text, last_success timestamptz, last_failure timestamptz, consecutive_failures int, last_heartbeat timestamptz,
  version bigint NOT NULL, priority smallint, PRIMARY KEY (task_name, task_instance));
CREATE INDEX IF NOT EXISTS execution_time_idx ON scheduled_tasks (execution_time);
CREATE INDEX IF NOT EXISTS last_heartbeat_idx ON scheduled_tasks (last_heartbeat);
CREATE INDEX IF NOT EXISTS unfinished ON purchase_order (placed_at) WHERE status NOT IN ('CONFIRMED','REJECTED');
