package dev.layeredsaga.testbed.bench.locks.load;

import dev.layeredsaga.testbed.bench.locks.load.Watch.Sale;

/** A way to sell to many customers at a time that is supposed not to oversell. For one run. Thread-safe. */
public interface Design extends AutoCloseable {

    /** Tries to sell one piece, payment included. */
    Sale sell(Order order, Watch watch) throws Exception;

    /** Returns the number of pieces left, by item, according to the design's own books. */
    int[] stockLeft() throws Exception;

    @Override
    void close();
}
