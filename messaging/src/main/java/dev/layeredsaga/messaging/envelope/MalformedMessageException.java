package dev.layeredsaga.messaging.envelope;

/** A record that no consumer will ever be able to read. It belongs into the dead letters, at once. */
public final class MalformedMessageException extends RuntimeException {

    public MalformedMessageException(String reason) {
        super(reason);
    }

    public MalformedMessageException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
