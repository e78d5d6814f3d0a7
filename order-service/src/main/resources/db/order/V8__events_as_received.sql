-- From now on data is the event as it was received; sagaId, sequence and occurredAt are added for readers. Rows of the version before
-- have all three in their data, and no occurred_at.
ALTER TABLE order_event ADD COLUMN occurred_at timestamptz;
