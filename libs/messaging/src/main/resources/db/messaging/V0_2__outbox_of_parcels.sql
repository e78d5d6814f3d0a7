-- A transaction's messages are one row instead of one each: with some hundred of them that is a hundredth of the rows,
-- and no index on the keys. What has not been sent yet goes over, message by message.
ALTER TABLE outbox RENAME TO outbox_of_messages;

CREATE TABLE outbox (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- the process that sends it from memory; anew with every start
  sender     uuid        NOT NULL,
  -- how many messages
  size       integer     NOT NULL,
  keys       text[]      NOT NULL,
  -- a JSON array: topic, key, headers and value of each
  messages   text        NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (toast_tuple_target = 128);
-- What is long is kept apart, so that the rows, dead ones included, are few pages, which every insertion looks through for
-- what others have not sent yet. It is gone within a moment: not worth the effort of compressing it.
ALTER TABLE outbox ALTER COLUMN keys SET STORAGE EXTERNAL, ALTER COLUMN messages SET STORAGE EXTERNAL;

INSERT INTO outbox (sender, size, keys, messages, created_at)
SELECT '00000000-0000-0000-0000-000000000000', 1, ARRAY[message_key],
       json_build_array(json_build_object(
         'topic', topic, 'key', message_key, 'headers', headers::json, 'value', convert_from(value, 'UTF8')))::text,
       created_at
FROM outbox_of_messages ORDER BY id;

DROP TABLE outbox_of_messages;
