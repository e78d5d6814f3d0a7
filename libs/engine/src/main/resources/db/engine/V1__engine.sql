CREATE TABLE saga (
  id                 uuid        PRIMARY KEY,
  definition         text        NOT NULL,
  definition_version integer     NOT NULL,
  status             text        NOT NULL,
  direction          text        NOT NULL,
  step               text,
  attempt            integer     NOT NULL,
  step_since         timestamptz NOT NULL,
  sent_at            timestamptz,
  due_at             timestamptz,
  deadline           timestamptz NOT NULL,
  data               text        NOT NULL,
  reason             text,
  waits_for          text,
  sequence           bigint      NOT NULL,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  version            bigint      NOT NULL,
  -- the last step done before the saga went back to an earlier one: what has to be undone does not end where the saga stands
  reached            text,
  -- where the saga began in its trace: what is sent again minutes later, by another instance, still belongs to it
  trace_parent       text,
  -- when the due-loop looks at the saga: when it is due or earlier, for a saga that moves on in the meantime is due later
  wake_at            timestamptz,
  ended_at           timestamptz
    GENERATED ALWAYS AS (CASE WHEN status IN ('COMPLETED', 'COMPENSATED') THEN updated_at END) STORED,
  -- how often in a row the saga's definition could not drive it in its step
  failed_runs        integer     NOT NULL DEFAULT 0,
  -- when what the ended saga has left elsewhere is compared once more
  release_again_at   timestamptz,
  -- which process published last for the saga. If it was another one, its messages may still be on their way, and the next ones have
  -- to go behind them
  published_by       bigint,
  -- what operators have seen of a saga: it moves with step, direction, status and operators' actions, while version moves with every
  -- attempt, so that they could not act on a saga that is tried again and again
  revision           bigint      NOT NULL DEFAULT 0,
  CONSTRAINT woken_when_due CHECK (due_at IS NULL OR (wake_at IS NOT NULL AND wake_at <= due_at))
) WITH (fillfactor = 50);
-- A saga's row is written once for each step, and what an index knows of it must not change with every one of them, or all indexes are
-- written each time.
CREATE INDEX saga_to_wake ON saga (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX saga_ended ON saga (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX saga_to_compare_again ON saga (release_again_at) WHERE release_again_at IS NOT NULL;
-- what operators look for; the many that have ended well stay out of the second. An id may be any, and says nothing of time
CREATE INDEX saga_by_begin ON saga (created_at, id);
CREATE INDEX saga_unfinished ON saga (status, created_at, id) WHERE status IN ('RUNNING', 'COMPENSATING', 'STUCK');

-- every attempt at every step, append-only
CREATE TABLE saga_attempt (
  id        bigint GENERATED ALWAYS AS IDENTITY,
  saga_id   uuid        NOT NULL,
  step      text        NOT NULL,
  direction text        NOT NULL,
  attempt   integer     NOT NULL,
  sent_at   timestamptz NOT NULL,
  ended_at  timestamptz NOT NULL,
  result    text        NOT NULL,
  detail    text,
  PRIMARY KEY (saga_id, id)
);

-- Every accepted action of an operator, append-only. How far it has come is read from the saga and its attempts.
CREATE TABLE saga_action (
  id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  saga_id            uuid        NOT NULL,
  action             text        NOT NULL,
  operator           text        NOT NULL,
  reason             text        NOT NULL,
  requested_at       timestamptz NOT NULL,
  revision           bigint      NOT NULL,
  -- where the saga stood
  step               text        NOT NULL,
  direction          text        NOT NULL,
  attempt            integer     NOT NULL,
  -- that an operator has moved the saga to
  definition_version integer
);
CREATE INDEX saga_action_by_saga ON saga_action (saga_id, id);

-- Every event of a saga as it was published: whoever has missed some is sent them again. They go with their saga.
CREATE TABLE saga_event (
  saga_id     uuid        NOT NULL,
  sequence    bigint      NOT NULL,
  type        text        NOT NULL,
  occurred_at timestamptz NOT NULL,
  -- JSON
  payload     text        NOT NULL,
  PRIMARY KEY (saga_id, sequence)
);

-- The key of the proofs that commands carry and replies bring back: 244 random bits, the same for all instances.
CREATE TABLE reply_key (only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one), key bytea NOT NULL);
INSERT INTO reply_key (key)
VALUES (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
