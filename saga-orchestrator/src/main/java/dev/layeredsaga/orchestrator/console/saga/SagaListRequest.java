package dev.layeredsaga.orchestrator.console.saga;

import dev.layeredsaga.engine.SagaFilter;
import dev.layeredsaga.engine.SagaStatus;
import dev.layeredsaga.orchestrator.console.ListAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The list's address as it was given: texts, so that a wrong one can be shown again.
 *
 * @param after the last id of the page before
 */
public record SagaListRequest(String status, String step, String waiting, String after) {

    /** Returns what is wrong with it, in words; empty if nothing is. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (!status.isEmpty() && sagaStatus() == null) {
            problems.add("'" + status + "' is no status; there are " + String.join(", ", statuses()) + ".");
        }
        if (!waiting.isEmpty() && !waiting.equals("true")) {
            problems.add("waiting is true or missing, not '" + waiting + "'.");
        }
        if (!after.isEmpty() && id(after).isEmpty()) {
            problems.add("'" + after + "' is no saga's id; the list begins at its start.");
        }
        return problems;
    }

    static List<String> statuses() {
        return Arrays.stream(SagaStatus.values()).map(SagaStatus::name).toList();
    }

    SagaFilter filter() {
        return new SagaFilter(sagaStatus(), step.isEmpty() ? null : step, null, waiting.equals("true"));
    }

    @Nullable UUID afterId() {
        return id(after).orElse(null);
    }

    private @Nullable SagaStatus sagaStatus() {
        return statuses().contains(status) ? SagaStatus.valueOf(status) : null;
    }

    /** Returns this address of the list or of its rows, going on after another saga; from the start if that is empty. */
    String url(String path, String afterOther) {
        return ListAddress.of(path)
                .with("status", status)
                .with("step", step)
                .with("waiting", waiting)
                .with("after", afterOther)
                .toString();
    }

    /** Returns the id that a text is, in the one way of writing it. */
    static Optional<UUID> id(String text) {
        try {
            UUID id = UUID.fromString(text);
            return id.toString().equalsIgnoreCase(text) ? Optional.of(id) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
