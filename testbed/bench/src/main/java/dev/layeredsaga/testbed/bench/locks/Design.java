package dev.layeredsaga.testbed.bench.locks;

import dev.layeredsaga.testbed.bench.measure.Percentiles;

/** A way to sell to many at a time, which is supposed not to sell more than there is. For one run. Thread-safe. */
interface Design extends AutoCloseable {

    /** Sells one piece, payment included, or does not. */
    Sale sell(Order order, Watch watch) throws Exception;

    /** How many pieces are left, by item, as the design's own books have it. */
    int[] stockLeft() throws Exception;

    /** How many database connections are in use at this moment. */
    int activeConnections();

    /** How long a lock was held at a time. */
    Percentiles sections();

    @Override
    void close();
}
