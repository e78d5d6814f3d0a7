-- The times that the customer asked for; null for none.
ALTER TABLE customer_order ADD COLUMN timing jsonb;
