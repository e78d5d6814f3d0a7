package dev.layeredsaga.testbed.bench.locks;

import java.util.List;

/** Takes money, slowly, and remembers. Thread-safe. */
interface Gateway extends AutoCloseable {

    void capture(String reference) throws Exception;

    void refund(String reference) throws Exception;

    /** What was taken and not given back, by the gateway's own ledger: the reference of each payment. */
    List<String> kept() throws Exception;

    @Override
    void close();
}
