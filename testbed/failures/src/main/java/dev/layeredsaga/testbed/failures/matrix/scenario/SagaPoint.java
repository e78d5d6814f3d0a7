package dev.layeredsaga.testbed.failures.matrix.scenario;

import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.atLeast;
import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.exactly;

import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;

/** The saga's position when a process dies. */
public enum SagaPoint {
    RESERVE("at-reserve", "asks for the stock"),
    PAY("at-pay", "is being paid"),
    CONFIRM("at-confirm", "is paid, and asks for the confirmation"),
    UNDO_PAY("undoing-pay", "is cancelled while it is being paid"),
    UNDO_RESERVE("undoing-reserve", "is cancelled and refunded, and gives the stock back");

    private final String suffix;
    private final String description;

    SagaPoint(String suffix, String description) {
        this.suffix = suffix;
        this.description = description;
    }

    String suffix() {
        return suffix;
    }

    String description() {
        return description;
    }

    boolean isCancelled() {
        return this == UNDO_PAY || this == UNDO_RESERVE;
    }

    /** Returns the orchestrator's state of a saga at this point. */
    String saga() {
        return switch (this) {
            case RESERVE -> "RUNNING FORWARD reserve";
            case PAY -> "RUNNING FORWARD pay";
            case CONFIRM -> "RUNNING FORWARD confirm";
            case UNDO_PAY -> "COMPENSATING BACKWARD pay";
            case UNDO_RESERVE -> "COMPENSATING BACKWARD reserve";
        };
    }

    /** Returns the outcome required for any victim; a gateway killed during a capture captures nothing. */
    Expected expected(boolean gatewayDies) {
        Expected expected = switch (this) {
            case RESERVE, CONFIRM -> Expected.confirmed();
            case PAY -> Expected.confirmed().calls(exactly(1), atLeast(0), exactly(0));
            case UNDO_PAY -> gatewayDies ? undoneUnpaid() : Expected.cancelled();
            case UNDO_RESERVE -> Expected.cancelled().calls(exactly(1), atLeast(1), exactly(1));
        };
        return gatewayDies ? expected.calls(atLeast(0), atLeast(0), atLeast(0)) : expected;
    }

    private static Expected undoneUnpaid() {
        return Expected.cancelled().ledger("nothing").events("started", "reserved", "undoing", "released", "cancelled");
    }
}
