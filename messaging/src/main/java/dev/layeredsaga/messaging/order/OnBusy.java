package dev.layeredsaga.messaging.order;

/** What a saga does when another one holds what it needs. */
public enum OnBusy {
    /** The order is rejected at once. */
    REJECT,
    /** The saga asks again, with progressive backoff, until its deadline. */
    RETRY,
    /** The saga waits in line: first come, first served, for a bounded time. */
    WAIT
}
