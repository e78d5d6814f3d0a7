package dev.layeredsaga.engine.state;

/** Reasons for a refusal, which changes nothing. The names are part of the contract. */
public enum ActionRefusal {
    SAGA_NOT_FOUND,
    /** The saga is not as the operator saw it any more. */
    REVISION_OUTDATED,
    SAGA_ENDED,
    /** The program lacks a definition version: the saga's own, or the one to move it to. */
    UNKNOWN_DEFINITION,
    /** The version that the saga was to be moved to lacks the step that it stands at. */
    NO_SUCH_STEP,
    /** Only a compensation can be taken as done by hand. */
    NOT_SKIPPABLE,
    ALREADY_COMPENSATING,
    NOT_STUCK,
    /** The saga, its step or its definition is paused. */
    SAGA_PAUSED,
    /** No operator has paused this saga by itself. */
    NOT_PAUSED,
    /** The saga's definition could not handle it; the log says why. */
    ACTION_FAILED
}
