package dev.layeredsaga.testbed.bench.locks;

import java.util.List;

/** A slow payment gateway with a ledger. Thread-safe. */
interface Gateway extends AutoCloseable {

    void capture(String reference) throws Exception;

    void refund(String reference) throws Exception;

    /** Returns the references of all payments captured and not refunded, by the gateway's own ledger. */
    List<String> kept() throws Exception;

    @Override
    void close();
}
