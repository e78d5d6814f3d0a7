-- Messages that this service could not handle. Each is tried again by a timer; those of its key that arrive meanwhile wait
-- behind it (a higher id), and its partition goes on. The record is kept as it was.
CREATE TABLE held_message (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  consumer      text        NOT NULL COLLATE "C",
  topic         text        NOT NULL,
  partition     integer     NOT NULL,
  record_offset bigint      NOT NULL,
  -- milliseconds since 1970, the record's own; offsets begin anew when a topic is deleted and created again
  record_time   bigint      NOT NULL,
  -- UTF-8; bytes, as a key may contain what text cannot
  message_key   bytea,
  -- a JSON array of names and values in Base64
  headers       text        NOT NULL,
  value         bytea,
  reason        text        NOT NULL,
  attempts      integer     NOT NULL DEFAULT 1,
  held_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  due_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (consumer, topic, partition, record_offset, record_time)
);
CREATE INDEX held_message_by_key ON held_message (consumer, message_key, id);
