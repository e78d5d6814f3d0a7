package dev.layeredsaga.testbed.failures.fault;

import dev.layeredsaga.testbed.failures.Rows;
import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import dev.layeredsaga.testbed.process.Signals;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes one database of a running PostgreSQL fail as a failover, a lost host or a full disk would, and mends it. Not thread-safe. */
public final class DatabaseFaults {

    private final PostgresServer postgres;
    private final Map<String, List<Long>> frozen = new HashMap<>();

    public DatabaseFaults(PostgresServer postgres) {
        this.postgres = postgres;
    }

    /** Refuses every write with SQLSTATE 25006, as a primary does that has become a standby; open sessions are terminated. */
    public void makeReadOnly(String database) {
        onServer("ALTER DATABASE %s SET default_transaction_read_only = on".formatted(database));
        terminateSessions(database);
    }

    /** Takes writes again; open sessions are terminated, as those of a standby are that is not one any more. */
    public void makeWritable(String database) {
        onServer("ALTER DATABASE %s RESET default_transaction_read_only".formatted(database));
        terminateSessions(database);
    }

    /** Stops every session of the database without closing it, as a host that is lost does. New sessions are answered. */
    public void freezeSessions(String database) {
        List<Long> sessions = sessionsOf(database);
        frozen.computeIfAbsent(database, none -> new ArrayList<>()).addAll(sessions);
        boolean unused = Signals.send("STOP", sessions);
    }

    /** Lets the stopped sessions go on, as far as they are still there. */
    public void thawSessions(String database) {
        List<Long> sessions = frozen.remove(database);
        if (sessions != null) {
            boolean unused = Signals.send("CONT", sessions);
        }
    }

    /**
     * Refuses every message for the outbox with SQLSTATE 53100 (disk full), after a statement of the transaction has already been
     * carried out. The disk itself is not filled: a trigger says what PostgreSQL would say.
     */
    public void fillOutbox(String database) {
        on(database, """
                CREATE OR REPLACE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                  RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
                END $$;
                CREATE OR REPLACE TRIGGER disk_full BEFORE INSERT ON outbox FOR EACH STATEMENT EXECUTE FUNCTION disk_full();
                """);
    }

    public void emptyOutboxDisk(String database) {
        on(database, "DROP TRIGGER IF EXISTS disk_full ON outbox");
    }

    /** Copies the database as it is. */
    public void backUp(String database) {
        whileClosed(database, () -> onServer("CREATE DATABASE %1$s_backup TEMPLATE %1$s".formatted(database)));
    }

    /** Puts the copy in the place of the database, which is lost. */
    public void restore(String database) {
        whileClosed(database, () -> {
            onServer("DROP DATABASE %s WITH (FORCE)".formatted(database));
            onServer("ALTER DATABASE %1$s_backup RENAME TO %1$s".formatted(database));
            // a copy has no settings; those who read it find the engine's tables by this one
            onServer("ALTER DATABASE %s SET search_path = public, layered_saga".formatted(database));
        });
    }

    private void whileClosed(String database, Runnable action) {
        onServer("ALTER DATABASE %s ALLOW_CONNECTIONS false".formatted(database));
        try {
            terminateSessions(database);
            action.run();
        } finally {
            onServer("ALTER DATABASE %s ALLOW_CONNECTIONS true".formatted(database));
        }
    }

    /** Mends whatever is broken, whether it is or not. */
    public void mend(String database) {
        thawSessions(database);
        onServer("ALTER DATABASE %s RESET default_transaction_read_only".formatted(database));
        emptyOutboxDisk(database);
    }

    private void terminateSessions(String database) {
        onServer("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'".formatted(database));
    }

    private List<Long> sessionsOf(String database) {
        try (Connection server = postgres.connect("postgres")) {
            return Rows.read(
                    server, "SELECT pid FROM pg_stat_activity WHERE datname = ?", row -> row.getLong("pid"), database);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void onServer(String sql) {
        on("postgres", sql);
    }

    /** Executes the statements, also in a database that refuses writes. */
    public void on(String database, String sql) {
        try (Connection connection = postgres.connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute("SET default_transaction_read_only = off");
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
