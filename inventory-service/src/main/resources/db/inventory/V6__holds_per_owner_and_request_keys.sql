-- The live holds of an owner are counted. Claims of sagas have no entry.
CREATE INDEX claim_live_holds ON claim (owner) WHERE state = 'HELD' AND saga_id IS NULL;

-- Which claim an Idempotency-Key of POST /claims has led to. A key is its caller's own.
CREATE TABLE claim_request (
  caller      text        NOT NULL,
  key         text        NOT NULL,
  fingerprint text        NOT NULL,
  claim_id    uuid        NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (caller, key)
);
CREATE INDEX claim_request_by_time ON claim_request (created_at);
