package dev.layeredsaga.testbed.failures.matrix.outcome;

import java.time.Duration;

/**
 * By when an order must have come to what becomes of it, counted from when it was placed.
 *
 * @param afterDeadline whether it is counted from the saga's deadline instead
 * @param afterCompensation whether the time-out of a compensation is added
 */
public record Bound(boolean afterDeadline, boolean afterCompensation, Duration extra) {

    public static Bound within(Duration time) {
        return new Bound(false, false, time);
    }

    public static Bound afterDeadline(Duration extra) {
        return new Bound(true, false, extra);
    }

    public static Bound afterCompensation(Duration extra) {
        return new Bound(true, true, extra);
    }

    public Duration in(Limits limits) {
        Duration deadline = afterDeadline ? limits.deadline() : Duration.ZERO;
        Duration compensation = afterCompensation ? limits.compensationTimeout() : Duration.ZERO;
        return deadline.plus(compensation).plus(extra);
    }

    @Override
    public String toString() {
        return (afterDeadline ? "deadline + " : "") + (afterCompensation ? "compensation + " : "") + extra.toSeconds()
                + " s";
    }
}
