package dev.layeredsaga.testbed.failures.matrix.outcome;

import java.time.Duration;
import java.util.List;

/**
 * The outcome required of every order of a case.
 *
 * @param ledger the permitted states of the gateway's ledger
 * @param events the required {@code saga.events}, in order, in the words of {@link EventTrace}
 */
public record Expected(
        ExpectedOutcome ending, List<String> ledger, List<String> events, CallLimits calls, Bound within) {

    private static final Bound SOON = Bound.within(Duration.ofSeconds(40));

    public static Expected confirmed() {
        return new Expected(
                ExpectedOutcome.CONFIRMED,
                List.of("captured"),
                List.of("started", "reserved", "captured", "confirmed"),
                CallLimits.ONE_PAYMENT,
                SOON);
    }

    public static Expected declined() {
        return new Expected(
                ExpectedOutcome.DECLINED,
                List.of("declined"),
                List.of("started", "reserved", "undoing", "released", "rejected"),
                CallLimits.ONE_PAYMENT,
                SOON);
    }

    /** Never paid, so undone when its time is over. */
    public static Expected unavailable() {
        return new Expected(
                ExpectedOutcome.UNAVAILABLE,
                List.of("nothing"),
                List.of("started", "reserved", "undoing", "released", "rejected"),
                CallLimits.of(Range.atLeast(2), Range.atLeast(1), Range.exactly(0)),
                Bound.afterDeadline(Duration.ofSeconds(60)));
    }

    /** Cancelled while it was being paid. */
    public static Expected cancelled() {
        return new Expected(
                ExpectedOutcome.CANCELLED,
                List.of("captured, refunded"),
                List.of("started", "reserved", "undoing", "refunded", "released", "cancelled"),
                CallLimits.of(Range.exactly(1), Range.atLeast(1), Range.atLeast(1)),
                SOON);
    }

    public static Expected stuck(String ledger, CallLimits calls, Bound within) {
        return new Expected(
                ExpectedOutcome.STUCK,
                List.of(ledger),
                List.of("started", "reserved", "undoing", "stuck"),
                calls,
                within);
    }

    /** Messages about a saga that nobody has started. */
    public static Expected nothing() {
        return new Expected(ExpectedOutcome.NO_ORDER, List.of("nothing"), List.of(), CallLimits.NONE, SOON);
    }

    public Expected calls(Range payments, Range queries, Range refunds) {
        return new Expected(ending, ledger, events, CallLimits.of(payments, queries, refunds), within);
    }

    public Expected ledger(String... allowed) {
        return new Expected(ending, List.of(allowed), events, calls, within);
    }

    public Expected events(String... words) {
        return new Expected(ending, ledger, List.of(words), calls, within);
    }

    public Expected within(Bound bound) {
        return new Expected(ending, ledger, events, calls, bound);
    }
}
