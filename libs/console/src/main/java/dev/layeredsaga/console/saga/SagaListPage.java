package dev.layeredsaga.console.saga;

import dev.layeredsaga.console.SagaContent;
import dev.layeredsaga.console.Shell;
import java.util.List;

/**
 * The list of sagas.
 *
 * @param problems what is wrong with the request, in words
 * @param unfinished how many sagas that have not ended the filter means, if it means some and not simply all; else zero
 * @param content the filters that the service adds
 */
public record SagaListPage(
        Shell shell,
        SagaListRequest request,
        List<String> problems,
        SagaRows rows,
        int unfinished,
        SagaContent content) {

    /** Returns the statuses to choose from. */
    public List<String> statuses() {
        return SagaListRequest.statuses();
    }

    /** Returns the sizes of a page to choose from. */
    public List<String> sizes() {
        return SagaListRequest.SIZES;
    }

    /** Returns true if the caller may act on all that the filter means. */
    public boolean hasForm() {
        return shell.operator() && unfinished > 0;
    }

    /** Returns the number of these in words, as they are not counted any further. */
    public String unfinishedInWords() {
        return SagaRowReader.countInWords(unfinished);
    }
}
