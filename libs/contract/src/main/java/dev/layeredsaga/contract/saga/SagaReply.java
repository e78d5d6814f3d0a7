package dev.layeredsaga.contract.saga;

/** A participant's reply to a command, on {@code saga.replies}. */
public interface SagaReply {

    /** Returns the attempt of the command that this reply answers. */
    StepAttempt attempt();
}
