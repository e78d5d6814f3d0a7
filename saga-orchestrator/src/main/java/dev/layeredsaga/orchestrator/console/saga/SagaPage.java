package dev.layeredsaga.orchestrator.console.saga;

import dev.layeredsaga.orchestrator.console.Shell;

/** The page of one saga. */
public record SagaPage(Shell shell, SagaState state) {

    /** Returns true if the caller may act on the saga, and it has not ended. */
    public boolean hasForm() {
        return shell.operator() && state.url() != null;
    }

    /** Returns the address that actions are sent to. */
    public String actionsUrl() {
        return "/console/sagas/" + state.id() + "/actions";
    }
}
