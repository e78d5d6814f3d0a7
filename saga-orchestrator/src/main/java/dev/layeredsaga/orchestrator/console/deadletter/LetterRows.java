package dev.layeredsaga.orchestrator.console.deadletter;

import dev.layeredsaga.orchestrator.deadletter.LetterQueries.LetterSummary;
import dev.layeredsaga.orchestrator.deadletter.LetterStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the list of dead letters.
 *
 * @param url where the rows are asked for again
 * @param first the list's first page; null on that page
 * @param next the next page; null on the last one
 */
public record LetterRows(
        List<LetterSummary> rows,
        String url,
        @Nullable String first,
        @Nullable String next) {

    /** The style of a status. */
    public static String badge(LetterStatus status) {
        return switch (status) {
            case OPEN -> "badge stuck";
            case RESENT -> "badge done";
            case DISCARDED -> "badge by-hand";
        };
    }
}
