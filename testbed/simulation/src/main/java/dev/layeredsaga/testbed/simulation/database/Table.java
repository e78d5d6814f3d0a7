package dev.layeredsaga.testbed.simulation.database;

/** A table of a simulated database, equal to itself alone. */
public interface Table {

    /** The changes of one transaction to one table. */
    interface Writes {

        /** @throws ConflictException if it must not commit */
        void check();

        /** Makes it visible to everybody. */
        void apply();
    }

    /** Thrown if a concurrent write was faster: a row's version has changed since it was read, or its key exists. */
    final class ConflictException extends RuntimeException {

        private static final long serialVersionUID = 1;

        public ConflictException(String message) {
            super(message, null, false, false);
        }
    }
}
