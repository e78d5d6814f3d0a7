package dev.layeredsaga.paymentstub.fault;

import java.time.Duration;
import java.util.Optional;

/**
 * The fault decision for one attempt.
 *
 * @param delay the delay before the gateway decides or fails
 * @param effect applied after the delay
 */
public record FaultDecision(Duration delay, Effect effect) {

    static final FaultDecision NONE = new FaultDecision(Duration.ZERO, new Effect.Proceed());

    /** Returns the reason for the decline, if the effect is one. */
    public Optional<DeclineCode> decline() {
        return effect instanceof Effect.Decline decline ? Optional.of(decline.code()) : Optional.empty();
    }

    /** Returns true if the decision will not reach the client. */
    public boolean losesAnswer() {
        return effect instanceof Effect.LoseAnswer;
    }
}
