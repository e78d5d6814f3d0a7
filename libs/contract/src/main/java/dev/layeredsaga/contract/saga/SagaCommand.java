package dev.layeredsaga.contract.saga;

/** A saga's request to a participant. Participants handle it idempotently, also when it is resent as a new attempt. */
public interface SagaCommand {

    StepAttempt attempt();
}
