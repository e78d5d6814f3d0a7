package dev.layeredsaga.orchestrator.console.saga;

import dev.layeredsaga.engine.ActionRequest;
import dev.layeredsaga.engine.SagaAction;
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

    private static final int LONGEST_REASON = 500;
    private static final Pattern CONTROL_OR_HALF = Pattern.compile("[\\p{Cc}\\p{Cs}]");
    private static final Pattern REVISION = Pattern.compile("\\d{1,18}");

    /** Returns what is wrong with it, in words; empty if nothing is. */
    Optional<String> problem() {
        if (revision == null || !REVISION.matcher(revision).matches()) {
            return Optional.of("The form lacks the revision that you saw. Load the page again.");
        }
        if (sagaAction().isEmpty()) {
            return Optional.of("Choose an action.");
        }
        if (reason == null || reason.isBlank()) {
            return Optional.of("Say why: the reason goes into the audit.");
        }
        if (reason.length() > LONGEST_REASON) {
            return Optional.of("The reason has " + reason.length() + " characters; at most " + LONGEST_REASON + " go.");
        }
        return CONTROL_OR_HALF.matcher(reason).find()
                ? Optional.of("The reason must not contain control characters.")
                : Optional.empty();
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
