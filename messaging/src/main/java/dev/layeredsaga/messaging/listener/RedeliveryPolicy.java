package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.envelope.MalformedMessageException;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionTimedOutException;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.ExponentialBackOff;
import org.springframework.util.backoff.FixedBackOff;

/**
 * How often a message that failed is tried again before it is a dead letter: a malformed one never, one that failed for want
 * of the database (or because another transaction was faster) without end, any other a few times.
 */
public final class RedeliveryPolicy {

    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;
    private static final long ATTEMPTS_OF_A_BAD_MESSAGE = 4;

    /** Connection lost, transaction rolled back for another one's sake, out of resources, shut down by its operator. */
    private static final Set<String> TRANSIENT_SQL_STATES = Set.of("08", "40", "53", "57");

    private RedeliveryPolicy() {}

    static BackOff backOffFor(Exception failure) {
        if (causesOf(failure).anyMatch(MalformedMessageException.class::isInstance)) {
            return new FixedBackOff(0, 0);
        }
        ExponentialBackOff backOff = new ExponentialBackOff(FIRST_PAUSE_MILLIS, 2);
        backOff.setMaxInterval(LONGEST_PAUSE_MILLIS);
        if (!isTransient(failure)) {
            backOff.setMaxAttempts(ATTEMPTS_OF_A_BAD_MESSAGE);
        }
        return backOff;
    }

    /** True if the same call may well succeed later, with nothing changed. */
    public static boolean isTransient(Throwable failure) {
        return causesOf(failure)
                .anyMatch(cause -> cause instanceof TransientDataAccessException
                        || cause instanceof RecoverableDataAccessException
                        || cause instanceof DataAccessResourceFailureException
                        || cause instanceof CannotCreateTransactionException
                        || cause instanceof TransactionTimedOutException
                        || cause instanceof SQLTransientException
                        || (cause instanceof SQLException sql && isTransient(sql)));
    }

    /** A commit that fails is wrapped by whoever manages the transaction; PostgreSQL's own word is at the bottom. */
    private static boolean isTransient(SQLException failure) {
        String state = failure.getSQLState();
        return state != null && state.length() >= 2 && TRANSIENT_SQL_STATES.contains(state.substring(0, 2));
    }

    /** The failure as one line for people: what is malformed, or else the innermost message. */
    static String reasonOf(Throwable failure) {
        return causesOf(failure)
                .filter(MalformedMessageException.class::isInstance)
                .map(Throwable::getMessage)
                .findFirst()
                .orElseGet(
                        () -> NestedExceptionUtils.getMostSpecificCause(failure).toString());
    }

    private static Stream<Throwable> causesOf(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
    }
}
