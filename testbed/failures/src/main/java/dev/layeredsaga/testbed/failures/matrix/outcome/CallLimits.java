package dev.layeredsaga.testbed.failures.matrix.outcome;

/** The permitted gateway calls for one order: charges, inquiries, refunds. */
public record CallLimits(Range payments, Range queries, Range refunds) {

    static final CallLimits ONE_PAYMENT = of(Range.exactly(1), Range.exactly(0), Range.exactly(0));
    static final CallLimits NONE = of(Range.exactly(0), Range.exactly(0), Range.exactly(0));

    public static CallLimits of(Range payments, Range queries, Range refunds) {
        return new CallLimits(payments, queries, refunds);
    }

    boolean hold(CallCounts counts) {
        return payments.holds(counts.payments()) && queries.holds(counts.queries()) && refunds.holds(counts.refunds());
    }

    @Override
    public String toString() {
        return payments + " / " + queries + " / " + refunds;
    }
}
