package dev.layeredsaga.testbed.bench.measure;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * The work of a PostgreSQL server on this machine, all its databases together: since its start, or between two readings.
 *
 * @param commits transactions that wrote, including the few that were rolled back
 * @param walBytes bytes of write-ahead log
 * @param cpu CPU time of all its processes, on Linux those included that have ended
 */
public record DatabaseCost(long commits, long walBytes, Duration cpu) {

    private static final String LOOK = """
            SELECT pg_backend_pid(), pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0'),
              pg_snapshot_xmax(pg_current_snapshot())::text::bigint
            """;

    /** Returns the cost so far. Commits are exact: they are not read from the statistics views, which lag up to ten seconds. */
    public static DatabaseCost soFar(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(LOOK)) {
            row.next();
            ProcessHandle server = ProcessHandle.of(row.getLong(1))
                    .flatMap(ProcessHandle::parent)
                    .orElseThrow(() -> new IllegalStateException("PostgreSQL does not run on this machine"));
            return new DatabaseCost(row.getLong(3), row.getLong(2), Machine.tree(server));
        }
    }

    public DatabaseCost since(DatabaseCost earlier) {
        return new DatabaseCost(commits - earlier.commits, walBytes - earlier.walBytes, cpu.minus(earlier.cpu));
    }
}
