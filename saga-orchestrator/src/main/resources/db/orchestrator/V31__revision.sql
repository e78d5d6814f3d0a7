-- What operators have seen of a saga: it moves with step, direction, status and operators' actions, while version moves with every
-- attempt, so that they could not act on a saga that is tried again and again.
ALTER TABLE saga ADD COLUMN revision bigint NOT NULL DEFAULT 0;
