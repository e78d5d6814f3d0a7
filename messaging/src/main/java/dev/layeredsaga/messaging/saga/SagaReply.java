package dev.layeredsaga.messaging.saga;

/** What a participant answers, on {@code saga.replies}. */
public interface SagaReply {

    /** The attempt of the command that this answers. */
    StepAttempt attempt();
}
