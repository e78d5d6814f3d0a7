-- Confirmations that were asked for and did not end well: of the sagas that were undone, only these may have left a claim that is sold.
-- Most sagas have no such attempt, so their steps write nothing here.
CREATE INDEX saga_attempt_unconfirmed ON saga_attempt (ended_at)
  WHERE step = 'confirm' AND direction = 'FORWARD' AND result <> 'DONE';
-- When the claim of such a saga is released once more.
ALTER TABLE saga ADD COLUMN release_again_at timestamptz;
