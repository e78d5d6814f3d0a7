package dev.layeredsaga.orchestrator.deadletter;

/** What operators can do with a dead letter. The names are part of the contract. */
public enum LetterAction {
    RESEND,
    DISCARD
}
