package dev.layeredsaga.testbed.failures.chaos.system;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;

/**
 * Takes a layer of locks out from outside, to see whether the audit notices. Production code has no switch for it: the layer is
 * made blind by triggers in the inventory's database.
 */
public enum LayerSwitch {
    /** Items count instead of being locked: several claims may have an exclusive one at once. What is reserved still counts. */
    SEMANTIC_LOCK("""
            CREATE FUNCTION no_semantic_lock() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
              NEW.policy := 'COUNTED';
              NEW.lock_claim_id := NULL;
              NEW.lock_owner := NULL;
              NEW.locked_at := NULL;
              NEW.lock_expires_at := NULL;
              RETURN NEW;
            END $$;
            CREATE TRIGGER no_semantic_lock BEFORE INSERT OR UPDATE ON item
              FOR EACH ROW EXECUTE FUNCTION no_semantic_lock();
            """),

    /** A row's version never changes, so that no transaction notices that it is outdated; and between reading and writing is more time. */
    VERSION("""
            CREATE FUNCTION no_version() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
              NEW.version := OLD.version;
              PERFORM pg_sleep(0.01);
              RETURN NEW;
            END $$;
            CREATE TRIGGER no_version BEFORE UPDATE ON item FOR EACH ROW EXECUTE FUNCTION no_version();
            """),

    /** Disables the Redis locks and handles commands on several threads, so that transactions compete. */
    RLOCK("");

    private final String sql;

    LayerSwitch(String sql) {
        this.sql = sql;
    }

    public void apply(Connection inventory) throws SQLException {
        if (!sql.isEmpty()) {
            try (Statement statement = inventory.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    /** The environment of the inventory's instances. */
    static Map<String, String> environmentOf(Set<LayerSwitch> chosen) {
        return chosen.contains(RLOCK)
                ? Map.of("INVENTORY_LOCKING_PROVIDER", "none", "MESSAGING_LISTENER_CONCURRENCY", "4")
                : Map.of();
    }
}
