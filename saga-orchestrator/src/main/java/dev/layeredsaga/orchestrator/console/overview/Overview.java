package dev.layeredsaga.orchestrator.console.overview;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first screen's content.
 *
 * @param findings what is wrong, in words, the worst first; empty if all is well
 * @param time when it was read
 */
public record Overview(List<Finding> findings, List<Tile> tiles, ThroughputChart chart, String time) {

    /** @param href the list behind it; null if the console has none */
    public record Finding(String text, @Nullable String href) {}

    /**
     * A number.
     *
     * @param id unique on the page, so that the keyboard's focus survives a refresh
     * @param href the list behind it; null if the console has none
     * @param alarming true if somebody should look after it
     */
    public record Tile(
            String id,
            String label,
            String value,
            String hint,
            @Nullable String href,
            boolean alarming) {

        /** The tile's style. */
        public String look() {
            return alarming ? "tile alarming" : "tile";
        }
    }
}
