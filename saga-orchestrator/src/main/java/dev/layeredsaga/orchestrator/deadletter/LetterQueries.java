package dev.layeredsaga.orchestrator.deadletter;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads dead letters for people. Thread-safe. */
@Component
public class LetterQueries {

    private static final int MOST_COUNTED = 10_000;

    private final DeadLetterTable table;
    private final LetterActions actions;

    LetterQueries(DeadLetterTable table, LetterActions actions) {
        this.table = table;
        this.actions = actions;
    }

    /** The letter with what is in it, and the operators' actions. */
    public Optional<LetterDetail> find(LetterId id) {
        return table.find(id).map(letter -> LetterDetail.of(letter, actions.of(id)));
    }

    /** Up to {@code limit} letters in the order of their messages, from the one behind {@code after} on. */
    public List<LetterSummary> list(LetterFilter filter, @Nullable LetterId after, int limit) {
        return table.list(filter, after, limit).stream().map(LetterSummary::of).toList();
    }

    /** The ids of up to {@code limit} open letters in the order of their messages. */
    public List<LetterId> open(LetterFilter filter, @Nullable LetterId after, int limit) {
        return table.list(filter.withStatus(LetterStatus.OPEN), after, limit).stream()
                .map(stored -> stored.letter().id())
                .toList();
    }

    /** The number of open letters, counted up to ten thousand. */
    public int countOpen(LetterFilter filter, @Nullable LetterId after) {
        return table.count(filter.withStatus(LetterStatus.OPEN), after, MOST_COUNTED);
    }
}
