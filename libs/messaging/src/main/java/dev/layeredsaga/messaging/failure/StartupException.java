package dev.layeredsaga.messaging.failure;

/** Thrown if the service cannot start; the message is the reason, on one line. */
public final class StartupException extends RuntimeException {

    public StartupException(String message) {
        super(message);
    }
}
