package dev.layeredsaga.orchestrator.console.deadletter;

import dev.layeredsaga.console.Shell;
import java.util.List;

/**
 * The list of dead letters.
 *
 * @param problems what is wrong with the request, in words
 * @param open the number of open letters that the filter means, counted up to ten thousand
 */
public record LetterListPage(Shell shell, LetterListRequest request, List<String> problems, int open, LetterRows rows) {

    /** Returns the statuses to choose from. */
    public List<String> statuses() {
        return LetterListRequest.statuses();
    }

    /** Returns true if the caller may act on all letters that the filter means, and there are some. */
    public boolean hasForm() {
        return shell.operator() && request.isNarrow() && open > 0;
    }
}
