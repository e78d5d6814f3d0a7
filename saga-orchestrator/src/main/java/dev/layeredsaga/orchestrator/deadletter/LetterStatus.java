package dev.layeredsaga.orchestrator.deadletter;

/** The status of a dead letter. The names are part of the contract. */
public enum LetterStatus {
    OPEN,
    RESENT,
    DISCARDED
}
