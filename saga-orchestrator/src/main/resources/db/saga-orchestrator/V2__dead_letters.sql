-- The dead letters of all topics, by where they stand on their own topic, and what operators have done with them.
CREATE TABLE dead_letter (
  topic text NOT NULL, -- of the letter: that of the message, with .dlt
  partition integer NOT NULL,
  letter_offset bigint NOT NULL,
  origin_partition integer NOT NULL, -- of the message; -1 if the letter does not say
  origin_offset bigint NOT NULL, -- the same
  origin_at timestamptz,
  died_at timestamptz NOT NULL,
  consumer_group text,
  reason text NOT NULL,
  message_key bytea,
  message bytea,
  message_type text,
  headers bytea NOT NULL, -- JSON, values in base64
  complete boolean NOT NULL, -- false if key, value or headers are not here
  status text NOT NULL DEFAULT 'OPEN',
  settled_at timestamptz,
  sent_offset bigint,
  PRIMARY KEY (topic, partition, letter_offset)
);
CREATE INDEX dead_letter_in_order ON dead_letter (topic, origin_partition, origin_offset, partition, letter_offset);
CREATE INDEX dead_letter_open ON dead_letter (topic, origin_partition, origin_offset, partition, letter_offset) WHERE status = 'OPEN';
CREATE INDEX dead_letter_sent ON dead_letter (topic, origin_partition, sent_offset) WHERE sent_offset IS NOT NULL;
CREATE INDEX dead_letter_settled ON dead_letter (settled_at) WHERE settled_at IS NOT NULL;
-- a key may be longer than what fits into a B-tree
CREATE INDEX dead_letter_key ON dead_letter USING hash (message_key);

CREATE TABLE dead_letter_action (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic text NOT NULL,
  partition integer NOT NULL,
  letter_offset bigint NOT NULL,
  action text NOT NULL,
  operator text NOT NULL,
  reason text NOT NULL,
  acted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  outcome text NOT NULL,
  overtaking text, -- JSON: what was known about the records of the same key behind the message
  FOREIGN KEY (topic, partition, letter_offset) REFERENCES dead_letter ON DELETE CASCADE
);
CREATE INDEX dead_letter_action_of ON dead_letter_action (topic, partition, letter_offset);
