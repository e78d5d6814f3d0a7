package dev.layeredsaga.messaging.inbox;

/** At least one of the messages taken in as new is not. */
public final class HandledBeforeException extends RuntimeException {

    HandledBeforeException(Throwable cause) {
        super("a message has been handled before", cause);
    }
}
