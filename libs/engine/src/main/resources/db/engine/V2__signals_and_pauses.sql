-- The signals that sagas have been given, by the senders' keys; one of a name waits at a time.
CREATE TABLE saga_signal (
  saga_id     uuid        NOT NULL,
  key         text        NOT NULL,
  name        text        NOT NULL,
  payload     text        NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  taken_at    timestamptz,
  PRIMARY KEY (saga_id, key)
);
CREATE UNIQUE INDEX saga_signal_kept ON saga_signal (saga_id, name) WHERE taken_at IS NULL;

-- What operators have paused, and what they have paused and resumed before. Without a step it is the whole definition.
CREATE TABLE saga_pause (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  definition      text        NOT NULL,
  step            text,
  compensation    boolean     NOT NULL,
  operator        text        NOT NULL,
  reason          text        NOT NULL,
  paused_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  resumed_by      text,
  resumed_because text,
  resumed_at      timestamptz
);
CREATE UNIQUE INDEX saga_pause_in_force ON saga_pause (definition, step) NULLS NOT DISTINCT WHERE resumed_at IS NULL;

-- Since when a saga is held by a pause, and who has paused it by itself, and why.
ALTER TABLE saga ADD COLUMN paused_at timestamptz, ADD COLUMN paused_by text;
-- with columns that steps leave alone, as in all its indexes
CREATE INDEX saga_held ON saga (id) WHERE paused_at IS NOT NULL;
