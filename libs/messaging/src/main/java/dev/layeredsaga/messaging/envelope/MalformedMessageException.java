package dev.layeredsaga.messaging.envelope;

/** Thrown for a record that no consumer can ever read. It goes to the dead letters at once. */
public final class MalformedMessageException extends RuntimeException {

    public MalformedMessageException(String reason) {
        super(reason);
    }

    public MalformedMessageException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
