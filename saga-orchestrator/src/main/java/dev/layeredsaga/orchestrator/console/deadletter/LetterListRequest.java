package dev.layeredsaga.orchestrator.console.deadletter;

import dev.layeredsaga.console.ListRequest;
import dev.layeredsaga.orchestrator.deadletter.DeadLetterFilter;
import dev.layeredsaga.orchestrator.deadletter.LetterId;
import dev.layeredsaga.orchestrator.deadletter.LetterStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The address of the list of dead letters. */
public final class LetterListRequest extends ListRequest {

    LetterListRequest(Map<String, ? extends @Nullable Object> parameters) {
        super(parameters, "status", "topic", "reason", "key");
    }

    /** Returns what is wrong with it, in words; empty if nothing is. */
    List<String> problems() {
        return Stream.of(
                        unlessIn(statuses(), "status"),
                        unlessPlain("topic"),
                        unlessPlain("reason"),
                        unlessPlain("key"),
                        after().isEmpty() || afterId().isPresent()
                                ? Optional.<String>empty()
                                : Optional.of(
                                        "'" + after() + "' is no dead letter's id; the list begins at its start."))
                .flatMap(Optional::stream)
                .toList();
    }

    static List<String> statuses() {
        return Arrays.stream(LetterStatus.values()).map(LetterStatus::name).toList();
    }

    /** Returns the filter; of a request with problems the one of all letters. */
    DeadLetterFilter filter() {
        return problems().isEmpty()
                ? new DeadLetterFilter(some("topic"), some("reason"), null, some("key"), null, null)
                : DeadLetterFilter.ANY;
    }

    /** Returns true if it means some letters and not simply all, so that they can be acted on together. */
    boolean isNarrow() {
        return problems().isEmpty() && hasAny("topic", "reason", "key");
    }

    Optional<LetterId> afterId() {
        return LetterId.parse(after());
    }

    /** Returns the status; null for any, as of a request with problems. */
    @Nullable LetterStatus status() {
        return problems().isEmpty() && !get("status").isEmpty() ? LetterStatus.valueOf(get("status")) : null;
    }
}
