package dev.layeredsaga.orchestrator.console.deadletter;

import static dev.layeredsaga.console.Wording.count;

import dev.layeredsaga.console.overview.Overview;
import dev.layeredsaga.console.overview.OverviewPart;
import dev.layeredsaga.orchestrator.deadletter.DeadLetterFilter;
import dev.layeredsaga.orchestrator.deadletter.LetterQueries;
import java.util.List;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** The open dead letters, on the first screen. */
@Component
@Order(2)
record OpenLetters(LetterQueries letters) implements OverviewPart {

    private static final String HREF = "/console/dead-letters?status=OPEN";

    @Override
    public Shown read() {
        int open = letters.countOpen(DeadLetterFilter.ANY, null);
        return new Shown(
                open == 0 ? List.of() : List.of(new Overview.Finding(true, count(open, "dead letter") + " open", HREF)),
                List.of(new Overview.Tile(
                        100,
                        "dead-letters",
                        "Dead letters",
                        String.valueOf(open),
                        "open: messages that could not be handled",
                        HREF,
                        open > 0)));
    }
}
