package dev.layeredsaga.testbed.simulation.database;

/** Thrown if a concurrent write was faster: a row's version has changed since it was read, or its key exists. */
public final class ConflictException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ConflictException(String message) {
        super(message, null, false, false);
    }
}
