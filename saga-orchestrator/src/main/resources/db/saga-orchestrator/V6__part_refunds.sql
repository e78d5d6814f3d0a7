-- What of a captured payment is to go back in parts, which is checked under its version, what has, and the most that the gateway's record
-- has shown to have.
ALTER TABLE payment
  ADD COLUMN parts_promised bigint NOT NULL DEFAULT 0,
  ADD COLUMN parts_made     bigint NOT NULL DEFAULT 0,
  ADD COLUMN gone_back      bigint NOT NULL DEFAULT 0,
  ADD CHECK (parts_made BETWEEN 0 AND parts_promised AND parts_promised <= amount) NOT VALID;

-- The one part that a saga, such as a return, gives back of another saga's payment; a refused one is a tombstone.
CREATE TABLE part_refund (
  saga_id    uuid        PRIMARY KEY, -- of the return
  payment_of uuid        NOT NULL,
  amount     bigint      NOT NULL,
  currency   text        NOT NULL,
  state      text        NOT NULL,
  code       text, -- why it is refused
  problem    text        NOT NULL, -- why it was not made, the last time
  step       text        NOT NULL,
  attempt    integer     NOT NULL,
  version    bigint      NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
