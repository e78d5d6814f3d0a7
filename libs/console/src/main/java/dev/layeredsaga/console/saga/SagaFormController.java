package dev.layeredsaga.console.saga;

import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.console.ConsoleController;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.console.ReasonText;
import dev.layeredsaga.console.SagaId;
import dev.layeredsaga.engine.ActionOutcome;
import dev.layeredsaga.engine.SagaOperators;
import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.state.ActionRefusal;
import dev.layeredsaga.engine.state.ActionRequest;
import dev.layeredsaga.engine.state.SagaAction;
import dev.layeredsaga.engine.state.SeenSaga;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;

/** Operators' actions from the console: through the same service as those over the API, audit included. */
@ConsoleController
class SagaFormController {

    private final Pages pages;
    private final SagaOperators operators;

    SagaFormController(Pages pages, SagaOperators operators) {
        this.pages = pages;
        this.operators = operators;
    }

    @PostMapping("/console/sagas/{id}/actions")
    ResponseEntity<String> act(Caller caller, @PathVariable String id, @RequestBody ActionForm form) {
        Optional<UUID> sagaId = SagaId.parse(id);
        Optional<String> problem = form.problem();
        if (sagaId.isEmpty()) {
            return result(HttpStatus.NOT_FOUND, false, ActionRefusal.SAGA_NOT_FOUND.detail());
        }
        if (problem.isPresent()) {
            return result(HttpStatus.BAD_REQUEST, false, problem.get());
        }
        SeenSaga seen = new SeenSaga(sagaId.get(), form.seenRevision());
        return switch (operators.act(seen, form.toRequest(caller.name()))) {
            case ActionOutcome.Accepted accepted ->
                result(
                        HttpStatus.ACCEPTED,
                        true,
                        form.action() + " is requested. The saga is "
                                + accepted.saga().status() + " now.");
            case ActionOutcome.Refused refused -> result(statusOf(refused.why()), false, inWords(refused, seen));
        };
    }

    private ResponseEntity<String> result(HttpStatus status, boolean accepted, String text) {
        return pages.result(status, accepted, text, "saga-changed");
    }

    private static HttpStatus statusOf(ActionRefusal why) {
        return why == ActionRefusal.SAGA_NOT_FOUND ? HttpStatus.NOT_FOUND : HttpStatus.CONFLICT;
    }

    private static String inWords(ActionOutcome.Refused refused, SeenSaga seen) {
        SagaView now = refused.saga();
        String text = refused.why().detail();
        return refused.why() != ActionRefusal.REVISION_OUTDATED || now == null
                ? text
                : text + " It is " + now.status() + " at revision " + now.revision() + "; you saw revision "
                        + seen.revision() + ".";
    }

    /**
     * The form of an action as it was filled in.
     *
     * @param revision the saga's as the operator saw it
     */
    record ActionForm(
            @Nullable String action,
            @Nullable String reason,
            @Nullable String revision) {

        private static final Pattern REVISION = Pattern.compile("\\d{1,18}");

        /** Returns what is wrong with it, in words; empty if nothing is. */
        Optional<String> problem() {
            if (revision == null || !REVISION.matcher(revision).matches()) {
                return Optional.of("The form lacks the revision that you saw. Load the page again.");
            }
            if (sagaAction().isEmpty()) {
                return Optional.of("Choose an action.");
            }
            return ReasonText.problem(reason);
        }

        /** @throws java.util.NoSuchElementException if the form has a problem */
        ActionRequest toRequest(String operator) {
            return new ActionRequest(sagaAction().orElseThrow(), operator, reason == null ? "" : reason);
        }

        long seenRevision() {
            return Long.parseLong(revision == null ? "" : revision);
        }

        private Optional<SagaAction> sagaAction() {
            return Arrays.stream(SagaAction.values())
                    .filter(known -> known.name().equals(action))
                    .findFirst();
        }
    }
}
