-- Returned with the answer, like step and attempt. Null for waiters that came before.
ALTER TABLE waiter ADD COLUMN proof text;
