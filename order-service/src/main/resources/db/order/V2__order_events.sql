-- What the order's saga has told so far, for those who follow the order. The sequence is the saga's own.
CREATE TABLE order_event (
  order_id    uuid        NOT NULL,
  sequence    bigint      NOT NULL,
  type        text        NOT NULL,
  data        text        NOT NULL,
  PRIMARY KEY (order_id, sequence)
);
