package dev.layeredsaga.messaging.failure;

import dev.layeredsaga.messaging.envelope.MalformedMessageException;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionTimedOutException;

/**
 * Classifies a failure by what it proves about the message or request. Only {@link #MALFORMED} proves it bad; {@link #DATA} is a
 * suspicion, confirmed if other messages succeed. An unlisted failure is {@link #UNKNOWN} and proves nothing.
 */
public enum FailureKind {

    /** Permanently unreadable: there is a {@link MalformedMessageException} among the causes. */
    MALFORMED,

    /** This instance lacks what the message is for, as a {@link NotHereException} says, and another may have it. */
    NOT_HERE,

    /**
     * The database refuses the values: SQLSTATE class 22 (data exception), 23 (integrity constraint, except a duplicate in the inbox)
     * or 54 (a program limit, such as a value too long for an index).
     */
    DATA,

    /**
     * The database fails at present: unreachable, read-only, out of resources, a conflict with another transaction, a missing grant
     * or table. The same call may succeed later unchanged; a request is answered with 503.
     */
    DATABASE,

    /** Any other failure, such as a bug. */
    UNKNOWN;

    private static final Set<String> CLASSES_OF_DATA = Set.of("22", "23", "54");
    private static final Set<String> CLASSES_OF_ONE_ROW = Set.of("54", "58");
    private static final String UNIQUE_VIOLATION = "23505";
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String INBOX = "inbox_pkey";

    /** Returns the kind of the innermost cause that can be classified. */
    public static FailureKind of(Throwable failure) {
        List<Throwable> causes = causesOf(failure);
        if (causes.stream().anyMatch(MalformedMessageException.class::isInstance)) {
            return MALFORMED;
        }
        if (causes.stream().anyMatch(NotHereException.class::isInstance)) {
            return NOT_HERE;
        }
        // an SQLSTATE is more precise than the exception class it was translated to
        return sqlOf(failure)
                .map(FailureKind::of)
                .orElseGet(() -> causes.stream().anyMatch(FailureKind::isTheDatabases) ? DATABASE : UNKNOWN);
    }

    private static FailureKind of(SQLException failure) {
        return isIn(CLASSES_OF_DATA, failure) && !isInInboxAlready(failure) ? DATA : DATABASE;
    }

    private static boolean isIn(Set<String> classes, SQLException failure) {
        String state = failure.getSQLState();
        return state != null && state.length() == 5 && classes.contains(state.substring(0, 2));
    }

    /** Returns true if a concurrent transaction has handled the message; the retry will find it in the inbox and skip it. */
    private static boolean isInInboxAlready(SQLException failure) {
        return UNIQUE_VIOLATION.equals(failure.getSQLState())
                && String.valueOf(failure.getMessage()).contains(INBOX);
    }

    private static boolean isTheDatabases(Throwable cause) {
        return cause instanceof TransientDataAccessException
                || cause instanceof RecoverableDataAccessException
                || cause instanceof DataAccessResourceFailureException
                || cause instanceof CannotCreateTransactionException
                || cause instanceof TransactionTimedOutException;
    }

    /**
     * Returns true if the database is away or takes no commit: whatever is tried next, it would fail, too, after its own timeout. A
     * program limit (SQLSTATE class 54) or a page that cannot be read (58) is the matter of the rows that were asked for.
     */
    public static boolean concernsAll(RuntimeException failure) {
        return failure instanceof TransactionException
                || (failure instanceof DataAccessResourceFailureException
                        && sqlOf(failure)
                                .filter(sql -> isIn(CLASSES_OF_ONE_ROW, sql))
                                .isEmpty());
    }

    /** Returns true if another transaction keeps a row, or another lock, for longer than {@code lock_timeout}. */
    public static boolean isLockTimeout(Throwable failure) {
        return causesOf(failure).stream()
                .anyMatch(cause -> cause instanceof SQLException sql && LOCK_NOT_AVAILABLE.equals(sql.getSQLState()));
    }

    /** Returns the failure as one readable line: what is malformed or not here, or else the innermost cause. */
    public static String reasonOf(Throwable failure) {
        return causesOf(failure).stream()
                .filter(cause -> cause instanceof MalformedMessageException || cause instanceof NotHereException)
                .map(Throwable::getMessage)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseGet(
                        () -> NestedExceptionUtils.getMostSpecificCause(failure).toString());
    }

    /**
     * Returns the failure as one line without any values, for logs and health: what is malformed or not here, the database's SQLSTATE, or
     * the class and source line of the exception.
     */
    public static String summaryOf(Throwable failure) {
        if (Set.of(MALFORMED, NOT_HERE).contains(of(failure))) {
            return reasonOf(failure);
        }
        return sqlOf(failure)
                .map(sql -> "%s, SQLSTATE %s".formatted(sql.getClass().getSimpleName(), sql.getSQLState()))
                .orElseGet(() -> classAndPlaceOf(NestedExceptionUtils.getMostSpecificCause(failure)));
    }

    private static String classAndPlaceOf(Throwable failure) {
        StackTraceElement[] trace = failure.getStackTrace();
        String name = failure.getClass().getSimpleName();
        return trace.length == 0 ? name : name + " at " + trace[0];
    }

    private static Optional<SQLException> sqlOf(Throwable failure) {
        return causesOf(failure).reversed().stream()
                .filter(SQLException.class::isInstance)
                .map(SQLException.class::cast)
                .findFirst();
    }

    private static List<Throwable> causesOf(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).toList();
    }
}
