package dev.layeredsaga.orchestrator.console.saga;

import static dev.layeredsaga.orchestrator.console.Wording.count;

import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.engine.BulkOutcome;
import dev.layeredsaga.engine.SagaOperators;
import dev.layeredsaga.orchestrator.console.ActionResult;
import dev.layeredsaga.orchestrator.console.Pages;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;

/** Actions on all sagas of a filter that have not ended, no more than the operator has been told there are. */
@Controller
class SagaBulkController {

    private static final int MOST = 500;

    private final Pages pages;
    private final SagaRowReader rows;
    private final SagaOperators operators;
    private final Clock clock;

    SagaBulkController(Pages pages, SagaRowReader rows, SagaOperators operators, Clock clock) {
        this.pages = pages;
        this.rows = rows;
        this.operators = operators;
        this.clock = clock;
    }

    @PostMapping("/console/sagas/actions")
    ResponseEntity<String> act(Caller caller, @RequestBody Map<String, @Nullable Object> fields) {
        SagaBulkForm form = SagaBulkForm.of(fields);
        Optional<String> problem = form.problem();
        if (problem.isPresent()) {
            return result(HttpStatus.BAD_REQUEST, false, problem.get());
        }
        int found = rows.countUnfinished(form.filter());
        if (!String.valueOf(found).equals(form.expected())) {
            return result(
                    HttpStatus.CONFLICT,
                    false,
                    "The filter means " + SagaRowReader.countInWords(found) + " now; you were told of "
                            + form.expected() + ". Load the page again, then decide.");
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
            text.append(SagaFormController.inWords(
                    outcome.refused().values().iterator().next()));
        }
        return text + (reached < found ? ". Not all were reached: load the page again and go on." : ".");
    }

    private ResponseEntity<String> result(HttpStatus status, boolean accepted, String text) {
        return pages.result(status, new ActionResult(accepted, text), "sagas-changed");
    }
}
