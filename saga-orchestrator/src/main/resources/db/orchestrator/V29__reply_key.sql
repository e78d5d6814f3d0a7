-- The key of the proofs that commands carry and replies bring back: 244 random bits, the same for all instances.
CREATE TABLE reply_key (only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one), key bytea NOT NULL);
INSERT INTO reply_key (key)
VALUES (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
