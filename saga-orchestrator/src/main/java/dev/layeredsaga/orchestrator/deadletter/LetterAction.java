package dev.layeredsaga.orchestrator.deadletter;

/** Operators' actions on a dead letter. The names are part of the contract. */
public enum LetterAction {
    RESEND,
    DISCARD
}
