package dev.layeredsaga.testbed.bench.locks;

/** How an order ended. */
enum Outcome {
    /** Paid and sold. */
    COMPLETED,
    /** The customer had no patience any more. */
    GAVE_UP,
    /** Nothing was left; nothing was paid. */
    OUT_OF_STOCK,
    /** It was paid before it turned out that nothing was left, and the money was given back. */
    REFUNDED,
    /** The run ended while the customer was still waiting; says nothing. */
    CUT_SHORT
}
