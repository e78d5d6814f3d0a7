package dev.layeredsaga.engine.definition;

import dev.layeredsaga.contract.saga.StepAttempt;

/**
 * A step, or its compensation, as a method of the service that drives the saga. Thread-safe.
 *
 * @param <D> the saga's data
 */
@FunctionalInterface
public interface StepMethod<D> {

    /**
     * Does the step, or returns why not.
     *
     * @throws Exception if it has not been done; it is tried again later
     */
    StepOutcome<D> run(D data, StepAttempt attempt) throws Exception;
}
