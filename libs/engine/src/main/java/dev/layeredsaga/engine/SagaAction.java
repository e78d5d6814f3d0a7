package dev.layeredsaga.engine;

/** Operators' actions on a saga that has not ended. */
public enum SagaAction {
    /** Send the current command again now, whatever the saga waits for. */
    RETRY,
    /** The current compensation has been done by hand: go on with the next. */
    SKIP,
    /** Undo what has been done. */
    COMPENSATE,
    /** Everything has been settled by hand, and the order stands. Only when stuck or not drivable. */
    RESOLVE_COMPLETED,
    /** Everything has been settled by hand, and nothing is left of the order. Only when stuck or not drivable. */
    RESOLVE_COMPENSATED
}
