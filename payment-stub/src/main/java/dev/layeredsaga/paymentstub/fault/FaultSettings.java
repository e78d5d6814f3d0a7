package dev.layeredsaga.paymentstub.fault;

import static dev.layeredsaga.paymentstub.vocabulary.InvalidInput.required;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A fault for all orders.
 *
 * @param probability of the fault for each attempt the scenario covers, 0 to 1
 * @param seed of the random draws: the same seed gives the same sequence
 * @param times the number of attempts it applies to before it ends; null for no limit
 * @param delay the gateway's delay; null for the scenario's own delay
 */
@JsonPropertyOrder({"scenario", "probability", "seed", "times", "delayMillis"})
public record FaultSettings(
        Scenario scenario,
        double probability,
        long seed,
        @Nullable Integer times,
        @JsonIgnore @Nullable Duration delay) {

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

    /** Creates settings as the API has them. A missing seed is drawn and shown, so that the run can be repeated. */
    @JsonCreator
    static FaultSettings of(
            @Nullable String scenario,
            @Nullable Double probability,
            @Nullable Long seed,
            @Nullable Integer times,
            @Nullable Long delayMillis) {
        String name = required(scenario, ErrorCode.UNKNOWN_SCENARIO, "scenario");
        return new FaultSettings(
                Scenario.named(name)
                        .orElseThrow(() -> new InvalidInput(
                                ErrorCode.UNKNOWN_SCENARIO, "scenario", "there is no scenario " + name)),
                probability == null ? 1 : probability,
                seed == null ? ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE) : seed,
                times,
                delayMillis == null ? null : Duration.ofMillis(delayMillis));
    }

    /** Returns the gateway's delay under this fault. */
    public Duration effectiveDelay() {
        return delay == null ? scenario.delay() : delay;
    }

    @JsonProperty
    long delayMillis() {
        return effectiveDelay().toMillis();
    }

    FaultDecision decision() {
        return new FaultDecision(effectiveDelay(), scenario.effect());
    }
}
