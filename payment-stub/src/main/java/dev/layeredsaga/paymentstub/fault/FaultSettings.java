package dev.layeredsaga.paymentstub.fault;

import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A fault for all orders.
 *
 * @param probability of the fault for each attempt the scenario covers, 0 to 1
 * @param seed of the random draws: the same seed gives the same sequence
 * @param times the number of attempts it applies to before it ends; null for no limit
 * @param delay the gateway's delay; null for the scenario's own delay
 */
public record FaultSettings(
        Scenario scenario,
        double probability,
        long seed,
        @Nullable Integer times,
        @Nullable Duration delay) {

    private static final Duration MAX_DELAY = Duration.ofHours(1);

    /**
     * @throws InvalidInput if the probability is outside 0 to 1, times below 1, or the delay negative or over an hour
     */
    public FaultSettings {
        if (!(probability >= 0 && probability <= 1)) {
            throw new InvalidInput(ErrorCode.INVALID_PROBABILITY, "probability", "must be from 0 to 1");
        }
        if (times != null && times < 1) {
            throw new InvalidInput(ErrorCode.INVALID_TIMES, "times", "must be at least 1");
        }
        if (delay != null && (delay.isNegative() || delay.compareTo(MAX_DELAY) > 0)) {
            throw new InvalidInput(ErrorCode.INVALID_DELAY, "delayMillis", "must be from 0 to an hour");
        }
    }

    /** Returns the gateway's delay under this fault. */
    public Duration effectiveDelay() {
        return delay == null ? scenario.delay() : delay;
    }

    FaultDecision decision() {
        return new FaultDecision(effectiveDelay(), scenario.effect());
    }
}
