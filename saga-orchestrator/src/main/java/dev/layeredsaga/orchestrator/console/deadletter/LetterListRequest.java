package dev.layeredsaga.orchestrator.console.deadletter;

import dev.layeredsaga.orchestrator.console.ListAddress;
import dev.layeredsaga.orchestrator.console.TextFilter;
import dev.layeredsaga.orchestrator.deadletter.LetterFilter;
import dev.layeredsaga.orchestrator.deadletter.LetterId;
import dev.layeredsaga.orchestrator.deadletter.LetterStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The list's address as it was given: texts, so that a wrong one can be shown again.
 *
 * @param after the last letter of the page before
 */
public record LetterListRequest(String status, String topic, String reason, String key, String after) {

    /** Returns what is wrong with it, in words; empty if nothing is. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (!status.isEmpty() && letterStatus() == null) {
            problems.add("'" + status + "' is no status; there are " + String.join(", ", statuses()) + ".");
        }
        TextFilter.check("topic", topic).ifPresent(problems::add);
        TextFilter.check("reason", reason).ifPresent(problems::add);
        TextFilter.check("key", key).ifPresent(problems::add);
        if (!after.isEmpty() && LetterId.parse(after).isEmpty()) {
            problems.add("'" + after + "' is no dead letter's id; the list begins at its start.");
        }
        return problems;
    }

    static List<String> statuses() {
        return Arrays.stream(LetterStatus.values()).map(LetterStatus::name).toList();
    }

    /** Returns the filter; of a request with problems the one of all letters. */
    LetterFilter filter() {
        return problems().isEmpty()
                ? new LetterFilter(some(topic), some(reason), letterStatus(), null, some(key), null, null)
                : new LetterFilter(null, null, null, null, null, null, null);
    }

    /** Returns true if it means some letters and not simply all, so that they can be acted on together. */
    boolean isNarrow() {
        return problems().isEmpty() && !(topic.isEmpty() && reason.isEmpty() && key.isEmpty());
    }

    Optional<LetterId> afterId() {
        return LetterId.parse(after);
    }

    private @Nullable LetterStatus letterStatus() {
        return statuses().contains(status) ? LetterStatus.valueOf(status) : null;
    }

    private static @Nullable String some(String text) {
        return text.isEmpty() ? null : text;
    }

    /** Returns this address of the list or of its rows, going on after another letter; from the start if that is empty. */
    String url(String path, String afterOther) {
        return ListAddress.of(path)
                .with("status", status)
                .with("topic", topic)
                .with("reason", reason)
                .with("key", key)
                .with("after", afterOther)
                .toString();
    }
}
