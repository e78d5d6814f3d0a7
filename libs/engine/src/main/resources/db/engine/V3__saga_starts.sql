-- what a saga was started with, so that a start can be repeated and is refused if it says something else; goes with its saga
CREATE TABLE saga_start (
  saga_id     uuid  PRIMARY KEY,
  fingerprint bytea NOT NULL
);
