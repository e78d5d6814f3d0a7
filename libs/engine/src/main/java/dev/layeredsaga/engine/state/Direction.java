package dev.layeredsaga.engine.state;

/** Which way a saga is going. */
public enum Direction {
    /** Towards completion. */
    FORWARD,
    /** Undoing, in reverse order. */
    BACKWARD
}
