package dev.layeredsaga.orchestrator.deadletter;

/** Reasons for a refusal, which leaves the letter unchanged. The names are part of the contract. */
public enum LetterRefusal {
    DEAD_LETTER_NOT_FOUND,
    /** The letter has been sent or discarded already. */
    DEAD_LETTER_NOT_OPEN,
    /** The letter lacks its value or its origin, and cannot be sent as it was. */
    DEAD_LETTER_INCOMPLETE,
    /** A letter of the same key that came before it is still open. */
    EARLIER_DEAD_LETTER_OPEN,
    /** Records with its key are behind it in its partition, and have been handled. */
    DEAD_LETTER_OVERTAKEN,
    /** The records behind it are too many to be read, or are there no more. */
    DEAD_LETTER_ORDER_UNKNOWN,
    /** The broker could not be asked, or did not confirm. */
    DEAD_LETTER_NOT_SENT
}
