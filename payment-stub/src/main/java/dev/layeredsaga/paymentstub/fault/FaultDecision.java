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

    /** A broken response to the client. */
    public enum Breakage {
        /** A 500. */
        SERVER_ERROR,
        /** A 404 that is not the gateway's, as from a proxy in front of it. */
        NOT_FOUND,
        /** A 202: taken on, and not done. */
        PENDING,
        /** A 422, as for a transaction that has been made. */
        DUPLICATE,
        /** A 503 with {@code Retry-After}. */
        UNAVAILABLE,
        /** A 429 with {@code Retry-After}. */
        RATE_LIMITED,
        /** The connection is closed before the first byte of a response. */
        CLOSED,
        /** The connection is reset. */
        RESET,
        /** A success with truncated JSON. */
        MALFORMED,
        /** Bytes that are not HTTP, then a closed connection. */
        GARBAGE,
        /** A success with truncated JSON, sent slowly over several seconds. */
        DRIBBLE
    }

    /** The effect of a fault on one attempt. */
    public sealed interface Effect {

        /** No effect: the attempt is decided and answered normally. */
        record Proceed() implements Effect {}

        /** The bank declines; a decline is a decision and is answered. */
        record Decline(DeclineCode code) implements Effect {}

        /** No decision is made and no money moves; the client gets the broken response. */
        record FailUndecided(Breakage breakage) implements Effect {}

        /**
         * The decision is made and recorded; then its response breaks.
         *
         * @param ofRepetition in place of each replay
         */
        record LoseAnswer(Breakage breakage, Breakage ofRepetition) implements Effect {

            public LoseAnswer(Breakage breakage) {
                this(breakage, breakage);
            }
        }
    }
}
