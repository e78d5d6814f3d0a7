package dev.layeredsaga.engine.state;

/** Operators' actions on a saga that has not ended. */
public enum SagaAction {
    /** Send the current command again now, whatever the saga waits for. */
    RETRY,
    /** The current compensation has been done by hand: go on with the next. */
    SKIP,
    /** Compensate what has been done. */
    COMPENSATE,
    /** Send nothing more until it is resumed; what is out may be answered. */
    PAUSE,
    /** Go on after {@link #PAUSE}. */
    RESUME,
    /** Everything has been settled by hand, and what the saga was for is done. Only when stuck or not drivable. */
    RESOLVE_COMPLETED,
    /** Everything has been settled by hand, and nothing is left of it. Only when stuck or not drivable. */
    RESOLVE_COMPENSATED
}
