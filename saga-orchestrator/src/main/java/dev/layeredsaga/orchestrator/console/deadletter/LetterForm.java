package dev.layeredsaga.orchestrator.console.deadletter;

import dev.layeredsaga.console.ReasonText;
import dev.layeredsaga.orchestrator.deadletter.LetterRequest;
import dev.layeredsaga.orchestrator.deadletter.LetterRequest.LetterAction;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The form of an action as it was filled in, for one letter or for all that a filter means.
 *
 * @param evenIfOvertaken {@code true} to send although later records of the same key have been handled
 * @param expected with a filter, the number of open letters that the operator saw
 */
record LetterForm(
        @Nullable String action,
        @Nullable String reason,
        @Nullable String evenIfOvertaken,
        @Nullable String topic,
        @Nullable String filterReason,
        @Nullable String key,
        @Nullable String expected) {

    /** Returns what is wrong with it, in words; empty if nothing is. */
    Optional<String> problem() {
        return letterAction().isEmpty() ? Optional.of("Choose an action.") : ReasonText.problem(reason);
    }

    /** @throws java.util.NoSuchElementException if the form has a problem */
    LetterRequest toRequest(String operator) {
        return new LetterRequest(
                letterAction().orElseThrow(),
                operator,
                Objects.requireNonNullElse(reason, ""),
                "true".equals(evenIfOvertaken));
    }

    /** Returns the filter as the list's address has it. */
    LetterListRequest filter() {
        return new LetterListRequest(Map.of("topic", text(topic), "reason", text(filterReason), "key", text(key)));
    }

    private static String text(@Nullable String value) {
        return Objects.requireNonNullElse(value, "");
    }

    private Optional<LetterAction> letterAction() {
        return Arrays.stream(LetterAction.values())
                .filter(known -> known.name().equals(action))
                .findFirst();
    }
}
