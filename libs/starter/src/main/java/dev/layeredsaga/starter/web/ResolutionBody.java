package dev.layeredsaga.starter.web;

import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.engine.state.ActionRequest;
import dev.layeredsaga.engine.state.SagaAction;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;

/** As {@link ActionBody}, with how the saga is to end. */
record ResolutionBody(
        @NotNull Long revision,
        @NotNull Outcome outcome,
        @NotBlank @Size(max = 500) @PlainText String reason) {

    enum Outcome {
        COMPLETED,
        COMPENSATED
    }

    ActionRequest toRequest(String operator) {
        return new ActionRequest(action(), operator, reason);
    }

    private SagaAction action() {
        return switch (outcome) {
            case COMPLETED -> SagaAction.RESOLVE_COMPLETED;
            case COMPENSATED -> SagaAction.RESOLVE_COMPENSATED;
        };
    }
}
