-- Messages that cannot be sent for a reason of their own: their topic is missing or forbidden, or the broker refuses them. They
-- wait here, in their order, so that the outbox has only what is about to be sent. A message whose topic and key have one here
-- joins it here. Order within a topic and key: parcel (the outbox's id), then position within it.
CREATE TABLE outbox_stuck (
  parcel      bigint      NOT NULL,
  position    integer     NOT NULL,
  topic       text        NOT NULL,
  message_key text        NOT NULL,
  -- as in the outbox: a JSON array, of one message
  message     text        NOT NULL,
  reason      text        NOT NULL,
  attempts    integer     NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL,
  due_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (parcel, position)
);
CREATE INDEX outbox_stuck_by_key ON outbox_stuck (message_key, topic, parcel, position);
CREATE INDEX outbox_stuck_by_topic ON outbox_stuck (topic, parcel, position);
