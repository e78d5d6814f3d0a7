package dev.layeredsaga.engine.state;

/** The status of a saga. */
public enum SagaStatus {
    RUNNING,
    COMPENSATING,
    /** Needs a person; nothing is given up or reported as compensated. */
    STUCK,
    COMPLETED,
    COMPENSATED;

    /** The condition in SQL of the sagas that have not ended, which have a small index. */
    public static final String UNFINISHED = "status IN ('RUNNING', 'COMPENSATING', 'STUCK')";

    /** True if nothing will happen to the saga any more. */
    public boolean isFinal() {
        return switch (this) {
            case RUNNING, COMPENSATING, STUCK -> false;
            case COMPLETED, COMPENSATED -> true;
        };
    }
}
