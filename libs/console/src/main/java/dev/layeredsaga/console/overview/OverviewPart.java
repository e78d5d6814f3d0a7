package dev.layeredsaga.console.overview;

import java.util.List;

/** A part of the first screen that the service adds. Beans of this type come in their order; they are thread-safe. */
public interface OverviewPart {

    /** Returns what it shows now. Is called at most every two seconds, however many pages are open, and must not wait for other services. */
    Shown read();

    /**
     * The contents of a part.
     *
     * @param findings what is wrong, the worst first; shown behind what is wrong with the sagas themselves
     */
    record Shown(List<Overview.Finding> findings, List<Overview.Tile> tiles) {}
}
