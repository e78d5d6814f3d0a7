package dev.layeredsaga.orchestrator.console.deadletter;

import dev.layeredsaga.console.Shell;

/** The page of one dead letter. */
public record LetterPage(Shell shell, LetterState state) {

    /** Returns true if the caller may act on the letter, and it is not settled. */
    public boolean hasForm() {
        return shell.operator() && state.open();
    }
}
