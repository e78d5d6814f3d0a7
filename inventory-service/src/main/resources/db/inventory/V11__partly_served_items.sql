-- The position behind which waiters have not been offered yet what is free of the item; null if there are none.
ALTER TABLE item ADD COLUMN served_up_to bigint;
CREATE INDEX item_partly_served ON item (sku) WHERE served_up_to IS NOT NULL;
