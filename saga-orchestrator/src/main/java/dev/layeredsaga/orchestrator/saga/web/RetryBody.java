package dev.layeredsaga.orchestrator.saga.web;

import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.engine.ActionRequest;
import dev.layeredsaga.engine.SagaAction;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * As {@link ActionBody}, perhaps with another version of the definition.
 *
 * @param definitionVersion the version that the saga goes on with from here; its own if missing
 */
record RetryBody(
        @NotNull Long revision,
        @NotBlank @Size(max = 500) @PlainText String reason,
        @Nullable @Min(1) Integer definitionVersion) {

    ActionRequest toRequest(String operator) {
        return new ActionRequest(SagaAction.RETRY, operator, reason, definitionVersion);
    }
}
