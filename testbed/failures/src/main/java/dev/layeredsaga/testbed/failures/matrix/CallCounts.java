package dev.layeredsaga.testbed.failures.matrix;

/** How often the gateway was called for one order, whatever came of it. */
record CallCounts(int payments, int queries, int refunds) {

    @Override
    public String toString() {
        return payments + " / " + queries + " / " + refunds;
    }
}
