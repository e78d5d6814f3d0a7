-- Runs once, when the volume is empty.

-- With the default of one gigabyte, what is busy writes whole pages for a checkpoint every half minute.
ALTER SYSTEM SET max_wal_size = '4GB';
SELECT pg_reload_conf();

-- Each service owns a database of its own.
CREATE DATABASE orders;
CREATE DATABASE inventory;
CREATE DATABASE saga;
