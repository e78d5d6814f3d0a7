-- The console's sessions as Spring Session keeps them, so that any instance serves them. The times are milliseconds since 1970.
CREATE TABLE console_session (
  primary_id            text    PRIMARY KEY,
  session_id            text    NOT NULL UNIQUE,
  creation_time         bigint  NOT NULL,
  last_access_time      bigint  NOT NULL,
  max_inactive_interval integer NOT NULL,
  expiry_time           bigint  NOT NULL,
  principal_name        text
);
CREATE INDEX console_session_by_expiry ON console_session (expiry_time);

CREATE TABLE console_session_attributes (
  session_primary_id text  NOT NULL REFERENCES console_session (primary_id) ON DELETE CASCADE,
  attribute_name     text  NOT NULL,
  attribute_bytes    bytea NOT NULL,
  PRIMARY KEY (session_primary_id, attribute_name)
);

-- The key of the cookies of sign-ins that are at an issuer: 244 random bits, the same for all instances.
CREATE TABLE console_key (only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one), key bytea NOT NULL);
INSERT INTO console_key (key)
VALUES (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
