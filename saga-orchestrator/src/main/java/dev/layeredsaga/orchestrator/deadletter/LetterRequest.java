package dev.layeredsaga.orchestrator.deadletter;

/**
 * Which action an operator asks for, who asks and why.
 *
 * @param evenIfOvertaken true to send a letter although records of its key are behind it, or may be
 */
public record LetterRequest(LetterAction action, String operator, String reason, boolean evenIfOvertaken) {}
