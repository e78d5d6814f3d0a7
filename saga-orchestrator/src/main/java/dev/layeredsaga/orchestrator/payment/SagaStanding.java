package dev.layeredsaga.orchestrator.payment;

/** The standing of a payment's saga, as far as it decides where the money belongs. */
public enum SagaStanding {
    /** Not ended. */
    UNDER_WAY,
    COMPLETED,
    COMPENSATED,
    /** Compensated after an operator has skipped a step or resolved the saga: the money may have gone back by another way. */
    COMPENSATED_BY_HAND,
    /** There has never been such a saga. */
    NONE,
    /** There is no such saga, or none any more. */
    FORGOTTEN
}
