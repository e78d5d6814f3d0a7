package dev.layeredsaga.contract.order;

/** The reaction of a saga to stock that another saga holds. */
public enum OnBusy {
    /** The order is rejected at once. */
    REJECT,
    /** The saga retries, with progressive backoff, until its deadline. */
    RETRY,
    /** The saga waits in a queue: first come, first served, for a bounded time. */
    WAIT
}
