package dev.layeredsaga.testbed.failures.matrix.outcome;

/** The gateway calls for one order, whatever their results. */
public record CallCounts(int payments, int queries, int refunds) {

    @Override
    public String toString() {
        return payments + " / " + queries + " / " + refunds;
    }
}
