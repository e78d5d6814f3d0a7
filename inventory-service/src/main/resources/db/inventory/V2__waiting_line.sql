-- Who waits for what others hold. The line of an item is everyone who wants it, by position.
CREATE TABLE waiter (
  saga_id     uuid        PRIMARY KEY,
  position    bigint      GENERATED ALWAYS AS IDENTITY,
  step        text        NOT NULL,
  attempt     int         NOT NULL,
  ttl_millis  bigint      NOT NULL CHECK (ttl_millis > 0),
  since       timestamptz NOT NULL,
  gives_up_at timestamptz NOT NULL
);
CREATE INDEX waiter_by_patience ON waiter (gives_up_at);

CREATE TABLE waiter_line (
  saga_id  uuid NOT NULL REFERENCES waiter (saga_id) ON DELETE CASCADE,
  sku      text NOT NULL REFERENCES item (sku),
  quantity int  NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (sku, saga_id)
);
CREATE INDEX waiter_line_by_saga ON waiter_line (saga_id);

-- How many are in line. Whoever joins or leaves changes the item, and with it its version: so nobody can join unnoticed by
-- whoever is just setting the item free.
ALTER TABLE item ADD COLUMN waiting int NOT NULL DEFAULT 0 CHECK (waiting >= 0);
