-- Pieces sold, less those that came back: in all, and when the stock was last set. Of sales before this only those are known whose claims
-- are kept. A retired item is as if it were not there; its row keeps the fence.
ALTER TABLE item
  ADD COLUMN sold          bigint  NOT NULL DEFAULT 0,
  ADD COLUMN sold_when_set bigint  NOT NULL DEFAULT 0,
  ADD COLUMN retired       boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT retired_is_free CHECK (NOT retired OR (reserved = 0 AND waiting = 0));

UPDATE item SET sold = line.sold, sold_when_set = line.sold
FROM (SELECT sku, sum(quantity) AS sold FROM claim, unnest(skus, quantities) AS line (sku, quantity)
      WHERE state = 'CONFIRMED' GROUP BY sku) AS line
WHERE line.sku = item.sku;

-- What has changed the stock, sales aside. The deltas of an item add up to item.on_hand + item.sold. A key is its caller's own.
CREATE TABLE stock_movement (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sku         text        NOT NULL REFERENCES item (sku),
  delta       bigint      NOT NULL CHECK (delta <> 0),
  reason      text        NOT NULL,
  operator    text        NOT NULL,
  request_key text,
  available   int         NOT NULL,
  occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (operator, request_key)
);
CREATE INDEX stock_movement_of ON stock_movement (sku, id);

INSERT INTO stock_movement (sku, delta, reason, operator, available)
SELECT sku, on_hand + sold, 'opening', '', on_hand - reserved FROM item WHERE on_hand + sold <> 0 ORDER BY sku;
