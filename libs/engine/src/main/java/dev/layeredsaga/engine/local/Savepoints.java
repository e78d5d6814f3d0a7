package dev.layeredsaga.engine.local;

import dev.layeredsaga.engine.definition.MethodCommand;
import dev.layeredsaga.engine.definition.MethodReply;
import dev.layeredsaga.messaging.commit.UnitOfWork;
import dev.layeredsaga.messaging.failure.FailureKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.ResourceHolderSupport;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;

/**
 * Runs methods in the caller's transaction, each so that its effects can be rolled back alone: its statements, what it has published and
 * written by the engine, and what it has registered for the end of the transaction. A failed statement would abort the whole otherwise.
 */
record Savepoints(JdbcTemplate jdbc) {

    private static final Logger log = LoggerFactory.getLogger(Savepoints.class);

    /**
     * Runs the method; what it throws is in the reply.
     *
     * @throws RuntimeException if the database failed, which says nothing about the method
     */
    <D> MethodReply<D> run(MethodCommand<D> command) {
        MethodSessions sessions = MethodSessions.begin(jdbc);
        try {
            return run(command, new Begun(sessions));
        } finally {
            sessions.end();
        }
    }

    private <D> MethodReply<D> run(MethodCommand<D> command, Begun begun) {
        MethodReply<D> reply = command.run();
        if (reply.keepsEffects()) {
            try {
                begun.keep();
                return reply;
            } catch (RuntimeException e) {
                reply = command.failedBy(e);
            }
        }
        if (reply.failure() instanceof Exception e && isTheDatabases(e)) {
            throw e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
        }
        if (reply.failure() != null) {
            log.warn("the method of {} failed and has been rolled back", reply.attempt(), reply.failure());
        }
        begun.rollBack();
        return reply;
    }

    /** A statement that is wrong, or comes after a failed one, is the method's own. */
    private static boolean isTheDatabases(Exception failure) {
        boolean own = Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(cause -> cause instanceof SQLException sql
                        && (String.valueOf(sql.getSQLState()).startsWith("42") || "25P02".equals(sql.getSQLState())));
        return !own && FailureKind.of(failure) == FailureKind.DATABASE;
    }

    private final class Begun {

        private final MethodSessions sessions;
        private final Runnable dropGathered = UnitOfWork.of(jdbc).mark();
        private final List<TransactionSynchronization> registered =
                TransactionSynchronizationManager.getSynchronizations();
        private final Savepoint savepoint =
                Objects.requireNonNull(jdbc.execute((ConnectionCallback<Savepoint>) Connection::setSavepoint));

        Begun(MethodSessions sessions) {
            this.sessions = sessions;
        }

        /** @throws RuntimeException if what the method has done cannot be committed */
        void keep() {
            sessions.flush();
            if (connection().isRollbackOnly()) {
                throw new UnexpectedRollbackException("a transaction within the method has been rolled back");
            }
            jdbc.execute((Connection connection) -> release(connection));
        }

        private @Nullable Void release(Connection connection) throws SQLException {
            connection.releaseSavepoint(savepoint);
            return null;
        }

        void rollBack() {
            jdbc.execute((Connection connection) -> rollBack(connection));
            connection().resetRollbackOnly();
            dropGathered.run();
            List<TransactionSynchronization> dropped =
                    new ArrayList<>(TransactionSynchronizationManager.getSynchronizations());
            dropped.removeAll(registered);
            TransactionSynchronizationManager.clearSynchronization();
            TransactionSynchronizationManager.initSynchronization();
            registered.forEach(TransactionSynchronizationManager::registerSynchronization);
            TransactionSynchronizationUtils.invokeAfterCompletion(
                    dropped, TransactionSynchronization.STATUS_ROLLED_BACK);
        }

        private @Nullable Void rollBack(Connection connection) throws SQLException {
            connection.rollback(savepoint);
            return null;
        }

        /** Marked by a transaction within this one that failed. */
        private ResourceHolderSupport connection() {
            return Objects.requireNonNull((ResourceHolderSupport)
                    TransactionSynchronizationManager.getResource(Objects.requireNonNull(jdbc.getDataSource())));
        }
    }
}
