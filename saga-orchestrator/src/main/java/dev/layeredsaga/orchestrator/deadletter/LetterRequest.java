package dev.layeredsaga.orchestrator.deadletter;

/**
 * An operator's request for one dead letter.
 *
 * @param evenIfOvertaken true to send a letter although records of its key are behind it, or may be
 */
public record LetterRequest(LetterAction action, String operator, String reason, boolean evenIfOvertaken) {

    /** Operators' actions on a dead letter. The names are part of the contract. */
    public enum LetterAction {
        RESEND,
        DISCARD
    }
}
