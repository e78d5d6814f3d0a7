package dev.layeredsaga.starter.web;

import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.engine.state.ActionRequest;
import dev.layeredsaga.engine.state.SagaAction;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;

/**
 * An operator's word for one saga.
 *
 * @param revision the saga's as the operator saw it
 */
record ActionBody(
        @NotNull Long revision,
        @NotBlank @Size(max = 500) @PlainText String reason) {

    ActionRequest toRequest(SagaAction action, String operator) {
        return new ActionRequest(action, operator, reason);
    }
}
