package dev.layeredsaga.testbed.failures.audit.seen;

import dev.layeredsaga.testbed.failures.Rows;
import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen.Life;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;

/**
 * Writes down, in the inventory's own database and its own transactions, when each claim begins and ceases to have an item; the
 * inventory itself keeps only when it began.
 */
public final class ClaimJournal {

    private ClaimJournal() {}

    /** Begins, once the inventory has made its tables. */
    public static void install(Connection inventory) throws SQLException {
        try (Statement statement = inventory.createStatement()) {
            statement.execute("""
                    CREATE TABLE claim_life (
                      sku text, claim_id uuid, begun_at timestamptz, begun_by xid8, ended_at timestamptz, ended_by xid8);
                    CREATE INDEX ON claim_life (claim_id);
                    -- a claim may begin and end in one transaction, and then never lives
                    CREATE FUNCTION claim_begins() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                      INSERT INTO claim_life SELECT sku, NEW.id, clock_timestamp(), pg_current_xact_id()
                        FROM unnest(NEW.skus) AS sku, claim WHERE id = NEW.id AND state = 'HELD';
                      RETURN NULL;
                    END $$;
                    CREATE FUNCTION claim_ends() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                      UPDATE claim_life SET ended_at = clock_timestamp(), ended_by = pg_current_xact_id()
                       WHERE claim_id = NEW.id;
                      RETURN NULL;
                    END $$;
                    CREATE CONSTRAINT TRIGGER claim_begins AFTER INSERT ON claim
                      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION claim_begins();
                    CREATE TRIGGER claim_ends AFTER UPDATE ON claim
                      FOR EACH ROW WHEN (OLD.state = 'HELD' AND NEW.state <> 'HELD') EXECUTE FUNCTION claim_ends();
                    """);
        }
    }

    static List<Life> read(Connection inventory) throws SQLException {
        String sql =
                "SELECT sku, claim_id, coalesce(saga_id, claim_id)::text AS name, begun_at, begun_by::text AS begun_by,"
                        + " ended_at, ended_by::text AS ended_by FROM claim_life JOIN claim ON claim.id = claim_id";
        return Rows.read(
                inventory,
                sql,
                row -> new Life(
                        row.getString("sku"),
                        row.getString("claim_id"),
                        row.getString("name"),
                        instant(row, "begun_at"),
                        row.getString("begun_by"),
                        row.getObject("ended_at") == null ? null : instant(row, "ended_at"),
                        row.getString("ended_by")));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
