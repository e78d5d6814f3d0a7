package dev.layeredsaga.messaging.commit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Gathers the statements that a transaction makes right before it commits, and makes them in one round trip to the database, in the
 * order of their phases. Round trips are most of the price of a transaction with few rows. There is one unit of work per transaction;
 * it is used by the transaction's thread only.
 */
public final class UnitOfWork implements TransactionSynchronization {

    /** The groups of statements, in the order in which they are written. */
    public enum Phase {
        /** The handled messages: a repeated one fails before anything else is written. */
        INBOX,
        /** Attempts, events and operators' actions: rows of this transaction alone. */
        HISTORY,
        /** The published messages, at most one row for each way of sending. Written at the commit only, when all are known. */
        OUTBOX,
        /** The sagas, which others wait for: the last to be locked are locked for the shortest time. */
        SAGAS;

        private boolean isWrittenAtCommitOnly() {
            return this == OUTBOX;
        }
    }

    private final JdbcTemplate jdbc;
    private final Map<Phase, List<Statement>> statements = new EnumMap<>(Phase.class);
    private final Map<Phase, List<Part>> parts = new EnumMap<>(Phase.class);
    private final Map<Object, Part> partsByOwner = new HashMap<>();
    private boolean committing;

    private UnitOfWork(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** A statement with parameters of its own among those of all. */
    public interface Statement {

        /** Returns a single statement, without a semicolon. */
        String sql();

        /**
         * Sets its parameters.
         *
         * @param first the position of the first of them
         * @return the position behind the last
         */
        int set(PreparedStatement all, int first) throws SQLException;

        /**
         * Reads the statement's result, at which {@code all} stands.
         *
         * @throws RuntimeException if the transaction must not commit
         */
        void read(PreparedStatement all) throws SQLException;
    }

    /** The rows that one component gathers during a transaction. */
    public interface Part {

        /** Returns the statements that write what has been gathered since the last call. */
        List<Statement> statements();

        /** Returns what drops all that is gathered from now on and has not been written. By default everything that is pending then. */
        default Runnable mark() {
            return this::statements;
        }

        /** Called once, after the commit or the rollback. */
        default void ended(boolean committed) {}
    }

    /**
     * Returns that of the current transaction. A transaction within the transaction has its own.
     *
     * @param jdbc the template whose data source the transaction is on
     * @throws IllegalStateException if there is no transaction, or it has statements for another data source
     */
    public static UnitOfWork of(JdbcTemplate jdbc) {
        UnitOfWork current = (UnitOfWork) TransactionSynchronizationManager.getResource(UnitOfWork.class);
        if (current == null) {
            UnitOfWork created = new UnitOfWork(jdbc);
            TransactionSynchronizationManager.registerSynchronization(created);
            created.resume();
            return created;
        }
        if (!Objects.equals(current.jdbc.getDataSource(), jdbc.getDataSource())) {
            throw new IllegalStateException("a transaction writes to one data source");
        }
        return current;
    }

    /**
     * Adds a statement behind those of the same phase.
     *
     * @throws IllegalStateException if the transaction is committing already
     */
    public void add(Phase phase, Statement statement) {
        requireOpen();
        statements.computeIfAbsent(phase, none -> new ArrayList<>()).add(statement);
    }

    /**
     * Returns the owner's part, created if there is none yet.
     *
     * @throws IllegalStateException if the transaction is committing already
     */
    public <P extends Part> P part(Phase phase, Object owner, Class<P> type, Supplier<P> creation) {
        requireOpen();
        return type.cast(partsByOwner.computeIfAbsent(owner, none -> {
            P part = creation.get();
            parts.computeIfAbsent(phase, first -> new ArrayList<>()).add(part);
            return part;
        }));
    }

    private void requireOpen() {
        if (committing) {
            throw new IllegalStateException("the transaction is committing; it is too late to write with it");
        }
    }

    /** Writes what is pending, for a caller that reads it next; except what is written at the commit only. */
    public void writeNow() {
        List<Statement> pending = new ArrayList<>();
        for (Phase phase : Phase.values()) {
            if (committing || !phase.isWrittenAtCommitOnly()) {
                pending.addAll(takePending(phase));
            }
        }
        if (!pending.isEmpty()) {
            jdbc.execute((Connection connection) -> write(pending, connection));
        }
    }

    /**
     * Writes what is pending, and returns what drops all that is gathered from now on: the counterpart of a savepoint, which the caller makes
     * next.
     */
    public Runnable mark() {
        writeNow();
        Map<Object, Part> known = Map.copyOf(partsByOwner);
        List<Runnable> marks = known.values().stream().map(Part::mark).toList();
        return () -> {
            statements.keySet().removeIf(phase -> !phase.isWrittenAtCommitOnly());
            partsByOwner.keySet().retainAll(known.keySet());
            parts.values().forEach(all -> all.retainAll(known.values()));
            marks.forEach(Runnable::run);
        };
    }

    private List<Statement> takePending(Phase phase) {
        List<Statement> pending = new ArrayList<>(statements.getOrDefault(phase, List.of()));
        statements.remove(phase);
        parts.getOrDefault(phase, List.of()).forEach(part -> pending.addAll(part.statements()));
        return pending;
    }

    private static @Nullable Void write(List<Statement> pending, Connection connection) throws SQLException {
        String sql = pending.stream().map(Statement::sql).collect(Collectors.joining(";\n"));
        try (PreparedStatement all = connection.prepareStatement(sql)) {
            int next = 1;
            for (Statement statement : pending) {
                next = statement.set(all, next);
            }
            all.execute();
            for (Statement statement : pending) {
                statement.read(all);
                all.getMoreResults();
            }
            return null;
        }
    }

    @Override
    public void beforeCommit(boolean readOnly) {
        committing = true;
        writeNow();
    }

    @Override
    public void suspend() {
        TransactionSynchronizationManager.unbindResource(UnitOfWork.class);
    }

    @Override
    public void resume() {
        TransactionSynchronizationManager.bindResource(UnitOfWork.class, this);
    }

    @Override
    public void afterCompletion(int status) {
        suspend();
        partsByOwner.values().forEach(part -> part.ended(status == STATUS_COMMITTED));
    }
}
