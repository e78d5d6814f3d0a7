-- For people with psql and for this service's own statements on other connections: the engine's tables are found by their bare names.
DO $$ BEGIN
  EXECUTE format('ALTER ROLE CURRENT_USER IN DATABASE %I SET search_path = "$user", public, layered_saga', current_database());
END $$;
