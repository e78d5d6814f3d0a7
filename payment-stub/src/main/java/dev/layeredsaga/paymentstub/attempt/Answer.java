package dev.layeredsaga.paymentstub.attempt;

import dev.layeredsaga.paymentstub.fault.FaultDecision.Breakage;

/**
 * The result of an attempt.
 *
 * @param <D> the decisions that can be made
 */
public sealed interface Answer<D extends Answer.Decision> {

    /**
     * @param replayed true if the decision was made earlier, under the same key
     */
    record Decided<D extends Decision>(D decision, boolean replayed) implements Answer<D> {}

    /** The key was used before, for another request. */
    record KeyReused<D extends Decision>() implements Answer<D> {}

    /** The first attempt under this key is still being decided. */
    record KeyInFlight<D extends Decision>() implements Answer<D> {}

    /** The client gets no usable answer; a decision may or may not have been made. */
    record Broken<D extends Decision>(Breakage breakage) implements Answer<D> {}

    /** The gateway's decision on a request. */
    interface Decision {

        /** Returns true if the decision is kept under its key and replayed; otherwise the key can be retried. */
        default boolean isFinal() {
            return true;
        }
    }
}
