package dev.layeredsaga.orchestrator.console.deadletter;

import dev.layeredsaga.orchestrator.console.Wording;
import dev.layeredsaga.orchestrator.deadletter.LetterStatus;
import dev.layeredsaga.orchestrator.deadletter.LetterSummary;
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
        List<Row> rows,
        String url,
        @Nullable String first,
        @Nullable String next) {

    /**
     * A letter.
     *
     * @param badge the status's style
     */
    public record Row(
            String id,
            String status,
            String badge,
            String topic,
            String type,
            String key,
            String reason,
            String group,
            String diedAt) {

        static Row of(LetterSummary letter) {
            return new Row(
                    letter.id().toString(),
                    letter.status().name(),
                    badgeOf(letter.status()),
                    letter.topic(),
                    text(letter.type()),
                    text(letter.key()),
                    letter.reason(),
                    text(letter.group()),
                    Wording.time(letter.diedAt()));
        }

        static String badgeOf(LetterStatus status) {
            String look = switch (status) {
                case OPEN -> "stuck";
                case RESENT -> "done";
                case DISCARDED -> "by-hand";
            };
            return "badge " + look;
        }

        private static String text(@Nullable String value) {
            return value == null ? "" : value;
        }
    }
}
