package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.failure.FailureKind;
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

    private RedeliveryPolicy() {}

    static BackOff backOffFor(Exception failure) {
        if (FailureKind.of(failure) == FailureKind.MALFORMED) {
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
        return FailureKind.of(failure) == FailureKind.DATABASE;
    }
}
