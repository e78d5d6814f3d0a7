-- How far each comparison has come; its row is locked by the instance that compares.
CREATE TABLE reconciliation_progress (
  name     text        PRIMARY KEY,
  position timestamptz NOT NULL
);
INSERT INTO reconciliation_progress VALUES ('payments', '2000-01-01T00:00:00Z'), ('claims', clock_timestamp());

-- Each replay of events that an operator has asked for. The sagas that began before its position have been sent; it is complete when
-- that has come to begun_until.
CREATE TABLE event_replay (
  topic        text        PRIMARY KEY,
  begun_from   timestamptz NOT NULL,
  begun_until  timestamptz NOT NULL,
  position     timestamptz NOT NULL,
  events       bigint      NOT NULL DEFAULT 0,
  operator     text        NOT NULL,
  reason       text        NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
