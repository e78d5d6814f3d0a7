package dev.layeredsaga.testbed.bench.engine;

import org.springframework.jdbc.core.JdbcTemplate;

/** A way to run sagas, on a database of its own. Its state survives a crash between any two steps. */
interface Contender extends AutoCloseable {

    String title();

    /** Prepares to run sagas. */
    void open(Completion completion);

    /** Begins the saga and returns at once. */
    void begin(Purchase purchase);

    /** Stops running sagas, until {@link #open} is called again. */
    void pause();

    /** Returns access to the contender's database. */
    JdbcTemplate database();

    /** Returns the SQL that counts the completed sagas. */
    String countCompleted();

    @Override
    void close();

    /** Notified of every saga whose end has been committed. */
    @FunctionalInterface
    interface Completion {

        void completed(Purchase purchase);
    }
}
