-- A waiter is answered by whoever sets free what it waits for; the answer still belongs to the waiter's own trace.
ALTER TABLE waiter ADD COLUMN trace_parent text;
