package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.failure.FailureKind;

/** Answers as {@link FailureKind} does. */
public final class RedeliveryPolicy {

    private RedeliveryPolicy() {}

    /** True if the same call may well succeed later, with nothing changed. */
    public static boolean isTransient(Throwable failure) {
        return FailureKind.of(failure) == FailureKind.DATABASE;
    }
}
