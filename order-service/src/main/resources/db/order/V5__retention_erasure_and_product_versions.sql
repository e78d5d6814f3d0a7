-- When the order's customer was erased. Events that come later are not stored for it.
ALTER TABLE customer_order ADD COLUMN erased_at timestamptz;
-- An order that has ended needs no proof of its claim any more; later ones lose it as they end.
UPDATE customer_order SET held_claim = NULL WHERE status <> 'PENDING' AND held_claim IS NOT NULL;

ALTER TABLE product ADD COLUMN version bigint NOT NULL DEFAULT 0;
