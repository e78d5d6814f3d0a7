-- The last step done before the saga went back to an earlier one: what has to be undone does not end where the saga stands.
ALTER TABLE saga ADD COLUMN reached text;
