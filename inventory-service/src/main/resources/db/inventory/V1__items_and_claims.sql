-- How much of a sku there is, and the semantic lock of the claim that has it (policy EXCLUSIVE only).
CREATE TABLE item (
  sku             text   PRIMARY KEY CHECK (length(sku) BETWEEN 1 AND 64),
  on_hand         int    NOT NULL CHECK (on_hand >= 0),
  reserved        int    NOT NULL CHECK (reserved >= 0),
  policy          text   NOT NULL CHECK (policy IN ('EXCLUSIVE', 'COUNTED')),
  lock_claim_id   uuid,
  lock_owner      text,
  locked_at       timestamptz,
  lock_expires_at timestamptz,
  fence           bigint NOT NULL,
  version         bigint NOT NULL,
  CONSTRAINT never_oversold CHECK (reserved <= on_hand),
  CONSTRAINT lock_whole_or_absent CHECK (num_nulls(lock_claim_id, lock_owner, locked_at, lock_expires_at) IN (0, 4)),
  CONSTRAINT lock_only_if_exclusive CHECK (lock_claim_id IS NULL OR policy = 'EXCLUSIVE')
) WITH (fillfactor = 70);

-- Who has claimed what. A claim without lines is a tombstone: its saga has released before it claimed.
CREATE TABLE claim (
  id         uuid        PRIMARY KEY,
  saga_id    uuid        UNIQUE,
  owner      text        NOT NULL,
  token      uuid        NOT NULL,
  state      text        NOT NULL CHECK (state IN ('HELD', 'CONFIRMED', 'RELEASED', 'EXPIRED')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  version    bigint      NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX claim_held_by_expiry ON claim (expires_at) WHERE state = 'HELD';
CREATE INDEX claim_by_owner ON claim (owner, id);

CREATE TABLE claim_line (
  claim_id uuid   NOT NULL REFERENCES claim (id),
  sku      text   NOT NULL REFERENCES item (sku),
  quantity int    NOT NULL CHECK (quantity > 0),
  fence    bigint NOT NULL,
  PRIMARY KEY (claim_id, sku)
);
CREATE INDEX claim_line_by_sku ON claim_line (sku, claim_id);
