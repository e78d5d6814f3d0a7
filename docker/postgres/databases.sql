-- Each service owns a database of its own. Runs once, when the volume is empty.
CREATE DATABASE orders;
CREATE DATABASE inventory;
CREATE DATABASE saga;
