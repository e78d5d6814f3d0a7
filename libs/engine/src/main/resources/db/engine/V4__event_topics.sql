-- Where a saga's events go: its definition named the topic when it began, and whoever cannot read that definition knows it all the same.
ALTER TABLE saga ADD COLUMN topic text NOT NULL DEFAULT 'saga.events';
ALTER TABLE saga_event ADD COLUMN topic text NOT NULL DEFAULT 'saga.events';
