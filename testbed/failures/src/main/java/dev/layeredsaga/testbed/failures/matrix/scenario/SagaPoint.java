package dev.layeredsaga.testbed.failures.matrix.scenario;

import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;

/** The saga's position when a process dies. */
public enum SagaPoint {
    RESERVE("at-reserve", "asks for the stock", "RUNNING FORWARD reserve"),
    PAY("at-pay", "is being paid", "RUNNING FORWARD pay"),
    CONFIRM("at-confirm", "is paid, and asks for the confirmation", "RUNNING FORWARD confirm"),
    COMPENSATE_PAY("compensating-pay", "is cancelled while it is being paid", "COMPENSATING BACKWARD pay"),
    COMPENSATE_RESERVE(
            "compensating-reserve",
            "is cancelled and refunded, and gives the stock back",
            "COMPENSATING BACKWARD reserve");

    private final String suffix;
    private final String description;
    private final String saga;

    SagaPoint(String suffix, String description, String saga) {
        this.suffix = suffix;
        this.description = description;
        this.saga = saga;
    }

    String suffix() {
        return suffix;
    }

    String description() {
        return description;
    }

    boolean isCancelled() {
        return this == COMPENSATE_PAY || this == COMPENSATE_RESERVE;
    }

    /** Returns the orchestrator's state of a saga at this point. */
    String saga() {
        return saga;
    }

    /** Returns the outcome required for any victim; a gateway killed during a capture captures nothing. */
    Expected expected(boolean gatewayDies) {
        Expected expected = switch (this) {
            case RESERVE, CONFIRM -> Expected.confirmed();
            case PAY -> Expected.confirmed().calls("1 / ≥ 0 / 0");
            case COMPENSATE_PAY ->
                gatewayDies
                        ? Expected.cancelled()
                                .ledger("nothing")
                                .events("started › reserved › compensating › released › cancelled")
                        : Expected.cancelled();
            case COMPENSATE_RESERVE -> Expected.cancelled().calls("1 / ≥ 1 / 1");
        };
        return gatewayDies ? expected.calls("≥ 0 / ≥ 0 / ≥ 0") : expected;
    }
}
