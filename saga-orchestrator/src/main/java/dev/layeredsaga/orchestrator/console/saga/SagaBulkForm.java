package dev.layeredsaga.orchestrator.console.saga;

import dev.layeredsaga.engine.ActionRequest;
import dev.layeredsaga.engine.SagaAction;
import dev.layeredsaga.orchestrator.console.ReasonText;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The form of an action on all sagas of a filter as it was filled in.
 *
 * @param because the operator's reason, for the audit
 * @param expected the number of sagas that the operator saw
 * @param filter the list's address
 */
record SagaBulkForm(String action, String because, String expected, SagaListRequest filter) {

    static SagaBulkForm of(Map<String, ? extends @Nullable Object> fields) {
        return new SagaBulkForm(
                Objects.toString(fields.get("action"), ""),
                Objects.toString(fields.get("because"), ""),
                Objects.toString(fields.get("expected"), ""),
                SagaListRequest.of(fields));
    }

    /** Returns what is wrong with it, in words; empty if nothing is. */
    Optional<String> problem() {
        if (!filter.isNarrow()) {
            return Optional.of("Filter the sagas first.");
        }
        if (sagaAction().isEmpty()) {
            return Optional.of("Choose an action.");
        }
        if (sagaAction().get() == SagaAction.SKIP && !filter.status().equals("STUCK")) {
            return Optional.of("Filter by the status STUCK to skip many at once.");
        }
        return ReasonText.problem(because);
    }

    /** @throws java.util.NoSuchElementException if the form has a problem */
    ActionRequest toRequest(String operator) {
        return new ActionRequest(sagaAction().orElseThrow(), operator, because);
    }

    /** Resolving is not among them: each saga needs a look of its own. */
    private Optional<SagaAction> sagaAction() {
        return switch (action) {
            case "RETRY" -> Optional.of(SagaAction.RETRY);
            case "COMPENSATE" -> Optional.of(SagaAction.COMPENSATE);
            case "SKIP" -> Optional.of(SagaAction.SKIP);
            default -> Optional.empty();
        };
    }
}
