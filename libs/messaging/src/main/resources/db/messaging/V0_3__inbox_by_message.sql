-- A message's id rises with time, whoever consumes it: a new one belongs behind all others, which is the cheapest place to
-- put it. Ids are compared byte by byte.
ALTER TABLE inbox DROP CONSTRAINT inbox_pkey;
ALTER TABLE inbox
  ALTER COLUMN consumer TYPE text COLLATE "C",
  ALTER COLUMN message_id TYPE text COLLATE "C",
  ADD PRIMARY KEY (message_id, consumer);
