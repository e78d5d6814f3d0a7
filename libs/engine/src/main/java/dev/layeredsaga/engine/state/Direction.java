package dev.layeredsaga.engine.state;

/** Which way a saga is going. */
public enum Direction {
    /** Towards completion. */
    FORWARD,
    /** Compensation, in reverse order. */
    BACKWARD
}
