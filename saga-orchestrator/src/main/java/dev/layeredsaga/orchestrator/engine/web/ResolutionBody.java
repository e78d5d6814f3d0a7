package dev.layeredsaga.orchestrator.engine.web;

import dev.layeredsaga.orchestrator.engine.ActionRequest;
import dev.layeredsaga.orchestrator.engine.SagaAction;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** As {@link ActionBody}, with how the saga is to end. */
record ResolutionBody(
        @NotNull Long revision,
        @NotNull Outcome outcome,
        @NotBlank @Size(max = 500) @PlainText String reason,
        @Nullable @Size(min = 1, max = 100) @PlainText String operator) {

    enum Outcome {
        COMPLETED,
        COMPENSATED
    }

    ActionRequest toRequest() {
        return new ActionRequest(action(), ActionBody.nameOf(operator), reason);
    }

    private SagaAction action() {
        return switch (outcome) {
            case COMPLETED -> SagaAction.RESOLVE_COMPLETED;
            case COMPENSATED -> SagaAction.RESOLVE_COMPENSATED;
        };
    }
}
