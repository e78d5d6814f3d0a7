package dev.layeredsaga.console.saga;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the list of sagas.
 *
 * @param url where the rows are asked for again
 * @param first the list's first page; null on that page
 * @param next the next page; null on the last one
 * @param complete false if the search has ended before the page was full, and goes on with the next one
 */
public record SagaRows(
        Table table,
        String url,
        @Nullable String first,
        @Nullable String next,
        boolean complete) {

    /** Returns true if there is exactly one saga. */
    boolean isOnly() {
        return table.rows().size() == 1 && first == null && next == null;
    }

    /** @param columns the headings of the columns that the service adds */
    public record Table(List<String> columns, List<Row> rows) {}

    /**
     * A saga.
     *
     * @param badge the status's style
     * @param values those of the columns that the service adds
     * @param nextAttempt null if it is not due
     * @param waitsFor why it waits, or what it is stuck on; else why it was compensated
     */
    public record Row(
            String id,
            String status,
            String badge,
            String step,
            int attempt,
            List<String> values,
            @Nullable Instant nextAttempt,
            String waitsFor,
            Instant updated) {}
}
