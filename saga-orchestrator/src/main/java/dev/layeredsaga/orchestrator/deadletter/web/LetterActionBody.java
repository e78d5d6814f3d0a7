package dev.layeredsaga.orchestrator.deadletter.web;

import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.orchestrator.deadletter.LetterAction;
import dev.layeredsaga.orchestrator.deadletter.LetterRequest;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** An operator's request for one dead letter. */
record LetterActionBody(
        @NotNull LetterAction action,
        @NotBlank @Size(max = 500) @PlainText String reason,
        @Nullable Boolean evenIfOvertaken) {

    LetterRequest toRequest(String operator) {
        return new LetterRequest(action, operator, reason, Boolean.TRUE.equals(evenIfOvertaken));
    }
}
