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
