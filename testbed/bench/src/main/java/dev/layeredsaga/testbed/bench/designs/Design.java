package dev.layeredsaga.testbed.bench.designs;

import java.time.Duration;

/** A way to sell one item to many at a time without selling too much of it. Thread-safe. */
interface Design extends AutoCloseable {

    /** After so long a customer gives up and goes. */
    Duration PATIENCE = Duration.ofSeconds(10);

    /** More than can be sold in a run, so that nobody is refused for want of stock. */
    int STOCK = 100_000;

    /** Sells one piece, payment included, or gives up. */
    Sale sell(String order) throws Exception;

    int stockLeft() throws Exception;

    @Override
    void close();
}
