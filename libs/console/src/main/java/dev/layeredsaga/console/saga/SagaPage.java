package dev.layeredsaga.console.saga;

import dev.layeredsaga.console.SagaContent;
import dev.layeredsaga.console.Shell;
import java.util.List;

/**
 * The page of one saga.
 *
 * @param panels those that the service adds
 */
public record SagaPage(Shell shell, SagaState state, List<SagaContent.Panel> panels) {

    /** Returns true if the caller may act on the saga, and it has not ended. */
    public boolean hasForm() {
        return shell.operator() && state.url() != null;
    }

    /** Returns the address that actions are sent to. */
    public String actionsUrl() {
        return "/console/sagas/" + state.id() + "/actions";
    }
}
