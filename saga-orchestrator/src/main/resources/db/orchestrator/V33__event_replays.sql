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
