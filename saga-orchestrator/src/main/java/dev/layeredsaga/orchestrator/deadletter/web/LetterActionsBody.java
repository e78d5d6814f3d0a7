package dev.layeredsaga.orchestrator.deadletter.web;

import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.orchestrator.deadletter.DeadLetterFilter;
import dev.layeredsaga.orchestrator.deadletter.LetterId;
import dev.layeredsaga.orchestrator.deadletter.LetterRequest;
import dev.layeredsaga.orchestrator.deadletter.LetterRequest.LetterAction;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operator's request for many dead letters: those named, or the open ones that the filter finds.
 *
 * @param limit with a filter, at most so many; 100 if missing
 * @param after with a filter, only letters behind this one
 * @param dryRun true to see which they are, and to do nothing
 */
record LetterActionsBody(
        @NotNull LetterAction action,
        @NotBlank @Size(max = 500) @PlainText String reason,
        @Nullable @Size(min = 1, max = 100) List<@NotNull @Pattern(regexp = LetterId.PATTERN) String> ids,
        @Nullable @Valid DeadLetterFilter filter,
        @Nullable @Min(1) @Max(500) Integer limit,
        @Nullable @Pattern(regexp = LetterId.PATTERN) String after,
        @Nullable Boolean evenIfOvertaken,
        @Nullable Boolean dryRun) {

    int limitOrDefault() {
        return limit == null ? 100 : limit;
    }

    boolean isDryRun() {
        return Boolean.TRUE.equals(dryRun);
    }

    LetterRequest toRequest(String operator) {
        return new LetterRequest(action, operator, reason, Boolean.TRUE.equals(evenIfOvertaken));
    }
}
