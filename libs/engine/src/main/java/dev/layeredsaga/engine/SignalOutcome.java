package dev.layeredsaga.engine;

import dev.layeredsaga.engine.state.GivenSignal;

/** The outcome of a signal to a saga. */
public sealed interface SignalOutcome {

    /** Taken, or kept for when the saga waits for it; the same for every repetition. */
    record Accepted(GivenSignal signal) implements SignalOutcome {}

    /** The signal has changed nothing. */
    record Refused(SignalRefusal why) implements SignalOutcome {}

    /** Reasons for a refusal. The names are part of the contract. */
    enum SignalRefusal {
        SAGA_NOT_FOUND,
        /** The saga's definition has no step that waits for it. */
        SIGNAL_NOT_FOUND,
        SAGA_ENDED,
        /** The saga has not taken an earlier signal of this name. */
        SIGNAL_KEPT,
        /** The key was given with another signal. */
        IDEMPOTENCY_KEY_REUSED
    }

    /** Compares a signal with the one that was given with its key. */
    static SignalOutcome of(GivenSignal kept, GivenSignal signal) {
        return kept.name().equals(signal.name()) && kept.payload().equals(signal.payload())
                ? new Accepted(kept)
                : new Refused(SignalRefusal.IDEMPOTENCY_KEY_REUSED);
    }
}
