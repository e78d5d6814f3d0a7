package dev.layeredsaga.console.saga;

import static dev.layeredsaga.console.Wording.count;

import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.console.ConsoleController;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.console.ReasonText;
import dev.layeredsaga.console.SagaContent;
import dev.layeredsaga.console.Wording;
import dev.layeredsaga.engine.SagaOperators;
import dev.layeredsaga.engine.SagaOperators.BulkOutcome;
import dev.layeredsaga.engine.state.ActionRequest;
import dev.layeredsaga.engine.state.SagaAction;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;

/** Actions on all sagas of a filter that have not ended, no more than the operator was shown. */
@ConsoleController
record SagaBulkController(Pages pages, SagaRowReader rows, SagaOperators operators, Clock clock, SagaContent content) {

    private static final int MOST = 500;

    @PostMapping("/console/sagas/actions")
    ResponseEntity<String> act(Caller caller, @RequestBody Map<String, @Nullable Object> fields) {
        SagaBulkForm form = SagaBulkForm.of(fields, content);
        Optional<String> problem = form.problem();
        if (problem.isPresent()) {
            return result(HttpStatus.BAD_REQUEST, false, problem.get());
        }
        int found = rows.countUnfinished(form.filter());
        if (!String.valueOf(found).equals(form.expected())) {
            return result(
                    HttpStatus.CONFLICT, false, Wording.outdated(SagaRowReader.countInWords(found), form.expected()));
        }
        BulkOutcome outcome =
                operators.actOnAll(form.filter().filter(clock.instant()), null, MOST, form.toRequest(caller.name()));
        return result(HttpStatus.OK, outcome.refused().isEmpty(), inWords(form.action(), outcome, found));
    }

    private static String inWords(String action, BulkOutcome outcome, int found) {
        int reached = outcome.requested().size() + outcome.refused().size();
        StringBuilder text = new StringBuilder(
                action + " is requested for " + count(outcome.requested().size(), "saga"));
        if (!outcome.refused().isEmpty()) {
            text.append("; ").append(outcome.refused().size()).append(" refused it, the first because: ");
            text.append(outcome.refused().values().iterator().next().detail());
        }
        return text + (reached < found ? ". Not all were reached: load the page again and go on." : ".");
    }

    private ResponseEntity<String> result(HttpStatus status, boolean accepted, String text) {
        return pages.result(status, accepted, text, "sagas-changed");
    }

    /**
     * The form of an action on all sagas of a filter as it was filled in.
     *
     * @param because the operator's reason, for the audit
     * @param expected the number of sagas that the operator saw
     * @param filter the list's address
     */
    private record SagaBulkForm(String action, String because, String expected, SagaListRequest filter) {

        static SagaBulkForm of(Map<String, ? extends @Nullable Object> fields, SagaContent content) {
            return new SagaBulkForm(
                    Objects.toString(fields.get("action"), ""),
                    Objects.toString(fields.get("because"), ""),
                    Objects.toString(fields.get("expected"), ""),
                    new SagaListRequest(fields, content));
        }

        /** Returns what is wrong with it, in words; empty if nothing is. */
        Optional<String> problem() {
            if (!filter.isNarrow()) {
                return Optional.of("Filter the sagas first.");
            }
            if (sagaAction().isEmpty()) {
                return Optional.of("Choose an action.");
            }
            if (sagaAction().get() == SagaAction.SKIP && !filter.get("status").equals("STUCK")) {
                return Optional.of("Filter by the status STUCK to skip many at once.");
            }
            return ReasonText.problem(because);
        }

        /** @throws java.util.NoSuchElementException if the form has a problem */
        ActionRequest toRequest(String operator) {
            return new ActionRequest(sagaAction().orElseThrow(), operator, because);
        }

        /** Resolving is not among them: each saga needs a decision of its own. */
        private Optional<SagaAction> sagaAction() {
            return switch (action) {
                case "RETRY" -> Optional.of(SagaAction.RETRY);
                case "COMPENSATE" -> Optional.of(SagaAction.COMPENSATE);
                case "SKIP" -> Optional.of(SagaAction.SKIP);
                default -> Optional.empty();
            };
        }
    }
}
