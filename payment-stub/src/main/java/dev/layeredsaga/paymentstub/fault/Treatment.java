package dev.layeredsaga.paymentstub.fault;

import java.time.Duration;
import java.util.Optional;

/**
 * How one attempt is treated.
 *
 * @param delay how long the gateway takes before it decides or fails
 * @param effect what it then does
 */
public record Treatment(Duration delay, Effect effect) {

    static final Treatment UNTROUBLED = new Treatment(Duration.ZERO, new Effect.Proceed());

    /** Why the bank says no, if it does. */
    public Optional<DeclineCode> decline() {
        return effect instanceof Effect.Decline decline ? Optional.of(decline.code()) : Optional.empty();
    }

    /** Whether the decision will not reach the client. */
    public boolean losesAnswer() {
        return effect instanceof Effect.LoseAnswer;
    }
}
