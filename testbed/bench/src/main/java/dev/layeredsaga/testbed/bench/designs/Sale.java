package dev.layeredsaga.testbed.bench.designs;

/**
 * How one order went. Times are nanoseconds since the customer asked.
 *
 * @param completed paid and sold, else given up
 * @param foundBusy somebody else's order was in the way at first
 * @param told until the customer heard anything: that it goes on, that others are at it, or that it was for nothing
 * @param ended until it was over
 */
record Sale(boolean completed, boolean foundBusy, long told, long ended) {}
