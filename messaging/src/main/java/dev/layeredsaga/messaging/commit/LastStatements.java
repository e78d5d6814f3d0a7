package dev.layeredsaga.messaging.commit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronization;

/**
 * What a transaction writes right before it commits: all of it in one round trip to the database, in the order in which it was
 * added. With few rows in a transaction, round trips are what it costs, to both sides; and rows that are written last are locked for
 * the shortest time. For one transaction, and its thread.
 */
public final class LastStatements implements TransactionSynchronization {

    /** Whoever adds to them before the commit comes before them, with an order of this or less. */
    public static final int ORDER_OF_WRITERS = Ordered.LOWEST_PRECEDENCE - 1;

    private final JdbcTemplate jdbc;
    private final List<LastStatement> statements = new ArrayList<>();
    private boolean committing;

    private LastStatements(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** One of them, with parameters of its own among those of all. */
    public interface LastStatement {

        /** A single statement, without a semicolon. */
        String sql();

        /**
         * Sets its parameters.
         *
         * @param first the position of the first of them
         * @return the position behind the last
         */
        int set(PreparedStatement all, int first) throws SQLException;

        /**
         * Reads what has come of it, at which {@code all} stands.
         *
         * @throws RuntimeException if the transaction must not commit
         */
        void read(PreparedStatement all) throws SQLException;
    }

    /**
     * Those of the current transaction. To be asked for before it commits.
     *
     * @param jdbc the same one for all who want to share a round trip
     * @throws IllegalStateException if there is no transaction
     */
    public static LastStatements of(JdbcTemplate jdbc) {
        return OnePerTransaction.of(jdbc, LastStatements.class, () -> new LastStatements(jdbc));
    }

    /** @throws IllegalStateException if it is too late, as they have been made */
    public void add(LastStatement statement) {
        if (committing) {
            throw new IllegalStateException("the transaction is committing; it is too late to write with it");
        }
        statements.add(statement);
    }

    /** Makes those that have been added so far, for someone who reads afterwards what they write. */
    public void makeNow() {
        if (!statements.isEmpty()) {
            List<LastStatement> made = List.copyOf(statements);
            statements.clear();
            jdbc.execute((Connection connection) -> make(made, connection));
        }
    }

    private static @Nullable Void make(List<LastStatement> statements, Connection connection) throws SQLException {
        String sql = statements.stream().map(LastStatement::sql).collect(Collectors.joining(";\n"));
        try (PreparedStatement all = connection.prepareStatement(sql)) {
            int next = 1;
            for (LastStatement statement : statements) {
                next = statement.set(all, next);
            }
            all.execute();
            for (LastStatement statement : statements) {
                statement.read(all);
                all.getMoreResults();
            }
            return null;
        }
    }

    @Override
    public void beforeCommit(boolean readOnly) {
        committing = true;
        makeNow();
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
