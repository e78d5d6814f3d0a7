package dev.layeredsaga.orchestrator.engine.web;

import dev.layeredsaga.orchestrator.engine.ActionRequest;
import dev.layeredsaga.orchestrator.engine.SagaAction;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * An operator's word for one saga.
 *
 * @param revision the saga's as the operator saw it
 * @param operator {@code unknown} if missing
 */
record ActionBody(
        @NotNull Long revision,
        @NotBlank @Size(max = 500) @PlainText String reason,
        @Nullable @Size(min = 1, max = 100) @PlainText String operator) {

    ActionRequest toRequest(SagaAction action) {
        return new ActionRequest(action, nameOf(operator), reason);
    }

    static String nameOf(@Nullable String operator) {
        return operator == null ? "unknown" : operator;
    }
}
