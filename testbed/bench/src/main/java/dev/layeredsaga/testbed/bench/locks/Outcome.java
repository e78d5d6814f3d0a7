package dev.layeredsaga.testbed.bench.locks;

/** The outcome of an order. */
enum Outcome {
    /** Paid and sold. */
    COMPLETED,
    /** The customer's timeout expired. */
    GAVE_UP,
    /** Not paid, because no stock was left. */
    OUT_OF_STOCK,
    /** Paid, then refunded, because no stock was left. */
    REFUNDED,
    /** The run ended while the customer was still waiting; not significant. */
    CUT_SHORT
}
