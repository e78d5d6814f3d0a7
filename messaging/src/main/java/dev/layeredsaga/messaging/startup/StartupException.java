package dev.layeredsaga.messaging.startup;

/** The service cannot start, for the one-line reason that its message is. */
public final class StartupException extends RuntimeException {

    public StartupException(String message) {
        super(message);
    }
}
