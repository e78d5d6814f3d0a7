-- The claims of all ended sagas are compared with the inventory's, from now on.
INSERT INTO reconciliation_progress VALUES ('claims', clock_timestamp());
DROP INDEX saga_attempt_unconfirmed;
-- release_again_at: when the claim of a saga is compared once more, which was released or confirmed because it differed.
CREATE INDEX saga_to_compare_again ON saga (release_again_at) WHERE release_again_at IS NOT NULL;
