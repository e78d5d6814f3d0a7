-- A retired product is as if it were not there; its row keeps the version.
ALTER TABLE product ADD COLUMN retired boolean NOT NULL DEFAULT false;
