-- Every accepted action of an operator, append-only. How far it has come is read from the saga and its attempts.
CREATE TABLE saga_action (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  saga_id      uuid        NOT NULL,
  action       text        NOT NULL,
  operator     text        NOT NULL,
  reason       text        NOT NULL,
  requested_at timestamptz NOT NULL,
  revision     bigint      NOT NULL,
  -- where the saga stood
  step         text        NOT NULL,
  direction    text        NOT NULL,
  attempt      integer     NOT NULL
);
CREATE INDEX saga_action_by_saga ON saga_action (saga_id, id);
