package dev.layeredsaga.messaging.failure;

import java.time.Duration;

/** Thrown if the service cannot start; the message is the reason, on one line. */
public final class StartupException extends RuntimeException {

    public StartupException(String message) {
        super(message);
    }

    /** @throws StartupException unless the first setting is longer than the other one */
    public static void requireLonger(String name, Duration longer, String otherName, Duration shorter) {
        if (longer.compareTo(shorter) <= 0) {
            throw new StartupException(
                    "%s (%s) must be longer than %s (%s)".formatted(name, longer, otherName, shorter));
        }
    }
}
