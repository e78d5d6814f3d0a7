package dev.layeredsaga.console.overview;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first screen's content.
 *
 * @param findings what is wrong, in words, the worst first; empty if the system is healthy
 * @param time when it was read
 */
public record Overview(List<Finding> findings, List<Tile> tiles, ThroughputChart chart, Instant time) {

    /**
     * A thing that is wrong.
     *
     * @param failing true if it does not go away by itself, or costs users something; else the system is only degraded
     * @param href the list behind it; null if the console has none
     */
    public record Finding(
            boolean failing, String text, @Nullable String href) {

        /** The finding's style. */
        public String style() {
            return failing ? "failing" : "degraded";
        }
    }

    /** The whole in a word. */
    public String health() {
        return findings.isEmpty() ? "Healthy" : findings.stream().anyMatch(Finding::failing) ? "Failing" : "Degraded";
    }

    /**
     * A number.
     *
     * @param place its place among the tiles, the lowest first; the console's own have 10 to 80
     * @param id unique on the page, so that the keyboard's focus survives a refresh
     * @param href the list behind it; null if the console has none
     * @param alarming true if it needs an operator
     */
    public record Tile(
            int place,
            String id,
            String label,
            String value,
            String hint,
            @Nullable String href,
            boolean alarming) {

        /** The tile's style. */
        public String style() {
            return alarming ? "tile alarming" : "tile";
        }
    }
}
