package dev.layeredsaga.orchestrator.console.saga;

import dev.layeredsaga.engine.ActionRequest;
import dev.layeredsaga.engine.SagaAction;
import dev.layeredsaga.orchestrator.console.ReasonText;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The form of an action as it was filled in.
 *
 * @param revision the saga's as the operator saw it
 */
record ActionForm(
        @Nullable String action,
        @Nullable String reason,
        @Nullable String revision) {

    private static final Pattern REVISION = Pattern.compile("\\d{1,18}");

    /** Returns what is wrong with it, in words; empty if nothing is. */
    Optional<String> problem() {
        if (revision == null || !REVISION.matcher(revision).matches()) {
            return Optional.of("The form lacks the revision that you saw. Load the page again.");
        }
        if (sagaAction().isEmpty()) {
            return Optional.of("Choose an action.");
        }
        return ReasonText.problem(reason);
    }

    /** @throws java.util.NoSuchElementException if the form has a problem */
    ActionRequest toRequest(String operator) {
        return new ActionRequest(sagaAction().orElseThrow(), operator, reason == null ? "" : reason);
    }

    long seenRevision() {
        return Long.parseLong(revision == null ? "" : revision);
    }

    private Optional<SagaAction> sagaAction() {
        return Arrays.stream(SagaAction.values())
                .filter(known -> known.name().equals(action))
                .findFirst();
    }
}
