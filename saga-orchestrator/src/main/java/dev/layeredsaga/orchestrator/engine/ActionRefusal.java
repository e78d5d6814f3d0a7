package dev.layeredsaga.orchestrator.engine;

/** Why an action was refused. Nothing has happened then. The names are part of the contract. */
public enum ActionRefusal {
    SAGA_NOT_FOUND,
    /** The saga is not as the operator saw it any more. */
    REVISION_OUTDATED,
    SAGA_ENDED,
    /** The saga was started by a release that knew more. */
    UNKNOWN_DEFINITION,
    /** Only a compensation can be taken as done by hand. */
    NOT_SKIPPABLE,
    ALREADY_COMPENSATING,
    NOT_STUCK,
    /** The saga's definition could not handle it; the log says why. */
    ACTION_FAILED
}
