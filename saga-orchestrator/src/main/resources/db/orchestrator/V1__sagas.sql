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
  version            bigint      NOT NULL
) WITH (fillfactor = 70);
-- the due-loop's only question
CREATE INDEX saga_due ON saga (due_at) WHERE due_at IS NOT NULL;
-- what operators look for; the many that have ended well stay out of it
CREATE INDEX saga_unfinished ON saga (status, id) WHERE status IN ('RUNNING', 'COMPENSATING', 'STUCK');

-- every attempt at every step, append-only
CREATE TABLE saga_attempt (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  saga_id   uuid        NOT NULL,
  step      text        NOT NULL,
  direction text        NOT NULL,
  attempt   integer     NOT NULL,
  sent_at   timestamptz NOT NULL,
  ended_at  timestamptz NOT NULL,
  result    text        NOT NULL,
  detail    text
);
CREATE INDEX saga_attempt_by_saga ON saga_attempt (saga_id, id);

-- the payment participant's own record; a voided one is a tombstone
CREATE TABLE payment (
  saga_id           uuid    PRIMARY KEY,
  state             text    NOT NULL,
  amount            bigint  NOT NULL,
  currency          text    NOT NULL,
  gateway_reference text,
  voided            boolean NOT NULL,
  attempt           integer NOT NULL,
  called_until      timestamptz,
  version           bigint  NOT NULL
);
