package dev.layeredsaga.orchestrator.console.saga;

import dev.layeredsaga.orchestrator.console.Shell;
import java.util.List;

/**
 * The list of sagas.
 *
 * @param problems what is wrong with the request, in words
 * @param sought the id that was looked for and is no saga's; else empty
 */
public record SagaListPage(Shell shell, SagaListRequest request, List<String> problems, String sought, SagaRows rows) {

    /** Returns the statuses to choose from. */
    public List<String> statuses() {
        return SagaListRequest.statuses();
    }
}
