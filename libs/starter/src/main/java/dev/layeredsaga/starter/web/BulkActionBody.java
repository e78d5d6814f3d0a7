package dev.layeredsaga.starter.web;

import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.engine.query.SagaFilter;
import dev.layeredsaga.engine.state.ActionRequest;
import dev.layeredsaga.engine.state.SagaAction;
import dev.layeredsaga.engine.state.SagaStatus;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An operator's word for every saga that the filter finds.
 *
 * @param limit at most so many sagas; 100 if missing
 * @param after only sagas with a higher id, to go on where an earlier call has stopped
 */
record BulkActionBody(
        @NotNull Action action,
        @NotBlank @Size(max = 500) @PlainText String reason,
        @NotNull @Valid Filter filter,
        @Nullable @Min(1) @Max(1000) Integer limit,
        @Nullable UUID after) {

    /** Resolving is not among them: each saga needs a decision of its own. */
    enum Action {
        RETRY,
        SKIP,
        COMPENSATE
    }

    /** Sagas that have not ended. */
    enum Status {
        RUNNING,
        COMPENSATING,
        STUCK
    }

    /** At least one field is needed. */
    record Filter(
            @Nullable Status status,
            @Nullable @Size(min = 1) @PlainText String step,
            @Nullable @Size(min = 1) @PlainText String definition) {

        boolean isEmpty() {
            return status == null && step == null && definition == null;
        }

        SagaFilter toSagaFilter() {
            return new SagaFilter(status == null ? null : SagaStatus.valueOf(status.name()), step, definition);
        }
    }

    boolean skipsWhatIsNotStuck() {
        return action == Action.SKIP && filter.status() != Status.STUCK;
    }

    int limitOrDefault() {
        return limit == null ? 100 : limit;
    }

    ActionRequest toRequest(String operator) {
        return new ActionRequest(SagaAction.valueOf(action.name()), operator, reason);
    }
}
