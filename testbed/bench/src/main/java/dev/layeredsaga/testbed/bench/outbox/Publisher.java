package dev.layeredsaga.testbed.bench.outbox;

import java.util.List;

/** The contender's part of a transaction. */
@FunctionalInterface
interface Publisher {

    /** Publishes with the current transaction. */
    void publish(List<Note> notes);
}
