package dev.layeredsaga.testbed.simulation.database;

/** Somebody else was faster: a row has another version than when it was read, or there is one with the same key. */
public final class ConflictException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ConflictException(String message) {
        super(message, null, false, false);
    }
}
