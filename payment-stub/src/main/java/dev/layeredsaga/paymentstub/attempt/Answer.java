package dev.layeredsaga.paymentstub.attempt;

import dev.layeredsaga.paymentstub.fault.FaultDecision.Breakage;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;

/**
 * The result of an attempt.
 *
 * @param <D> the decisions that can be made, which are final
 */
public sealed interface Answer<D> {

    /**
     * @param replayed true if the decision was made earlier, under the same key
     */
    record Decided<D>(D decision, boolean replayed) implements Answer<D> {}

    /** Nothing was decided, and the state of the key is as it was. */
    record Refused<D>(ErrorCode code, String detail) implements Answer<D> {}

    /** The client gets no usable answer; a decision may or may not have been made. */
    record Broken<D>(Breakage breakage) implements Answer<D> {}
}
