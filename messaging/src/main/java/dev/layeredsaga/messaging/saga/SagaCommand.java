package dev.layeredsaga.messaging.saga;

/** What a saga asks of a participant. Handling one twice, or a resent one, has the effect of once. */
public interface SagaCommand {

    StepAttempt attempt();
}
