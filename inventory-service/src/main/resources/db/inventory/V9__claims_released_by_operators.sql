-- What operators have done to claims, and why. Goes with its claim.
CREATE TABLE claim_action (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  claim_id uuid        NOT NULL REFERENCES claim (id) ON DELETE CASCADE,
  action   text        NOT NULL,
  operator text        NOT NULL,
  reason   text        NOT NULL,
  acted_at timestamptz NOT NULL
);
CREATE INDEX claim_action_of ON claim_action (claim_id, id);
