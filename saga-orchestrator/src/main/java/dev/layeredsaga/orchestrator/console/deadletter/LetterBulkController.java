package dev.layeredsaga.orchestrator.console.deadletter;

import static dev.layeredsaga.console.Wording.count;

import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.console.ConsoleController;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.console.Wording;
import dev.layeredsaga.orchestrator.deadletter.LetterOperators;
import dev.layeredsaga.orchestrator.deadletter.LetterOperators.BulkOutcome;
import dev.layeredsaga.orchestrator.deadletter.LetterQueries;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;

/** Actions on all open dead letters that a filter means, no more than the operator was shown. */
@ConsoleController
record LetterBulkController(Pages pages, LetterQueries letters, LetterOperators operators) {

    private static final int MOST = 500;
    private static final String CHANGED = "letters-changed";

    @PostMapping("/console/dead-letters/actions")
    ResponseEntity<String> act(Caller caller, @RequestBody LetterForm form) {
        LetterListRequest filter = form.filter();
        Optional<String> problem = form.problem();
        if (!filter.isNarrow()) {
            return result(HttpStatus.BAD_REQUEST, false, "Filter the letters by topic, reason or key first.");
        }
        if (problem.isPresent()) {
            return result(HttpStatus.BAD_REQUEST, false, problem.get());
        }
        int open = letters.countOpen(filter.filter(), null);
        if (!String.valueOf(open).equals(form.expected())) {
            return result(HttpStatus.CONFLICT, false, Wording.outdated(count(open, "open letter"), form.expected()));
        }
        BulkOutcome outcome =
                operators.actOnAll(letters.open(filter.filter(), null, MOST), form.toRequest(caller.name()));
        return result(HttpStatus.OK, outcome.refused().isEmpty(), inWords(outcome, open));
    }

    private ResponseEntity<String> result(HttpStatus status, boolean accepted, String text) {
        return pages.result(status, accepted, text, CHANGED);
    }

    private static String inWords(BulkOutcome outcome, int open) {
        int reached = outcome.done().size() + outcome.refused().size();
        StringBuilder text = new StringBuilder(count(outcome.done().size(), "letter") + " done");
        if (!outcome.refused().isEmpty()) {
            text.append(", ").append(outcome.refused().size()).append(" refused, the first because: ");
            text.append(LetterController.inWords(outcome.refused().getFirst()));
        }
        return reached == open ? text.append(".").toString() : text + ". " + (open - reached) + " were not reached.";
    }
}
