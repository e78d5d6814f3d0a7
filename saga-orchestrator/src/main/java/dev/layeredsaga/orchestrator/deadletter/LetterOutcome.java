package dev.layeredsaga.orchestrator.deadletter;

import org.jspecify.annotations.Nullable;

/** The outcome of an operator's request. */
public sealed interface LetterOutcome {

    record Done() implements LetterOutcome {}

    /** @param overtaking what is known about the records behind the letter; null if that is not why */
    record Refused(LetterRefusal why, @Nullable Overtaking overtaking) implements LetterOutcome {}
}
