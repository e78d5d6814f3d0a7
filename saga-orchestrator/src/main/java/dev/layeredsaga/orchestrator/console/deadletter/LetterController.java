package dev.layeredsaga.orchestrator.console.deadletter;

import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.console.ConsoleController;
import dev.layeredsaga.console.Message;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.orchestrator.deadletter.LetterId;
import dev.layeredsaga.orchestrator.deadletter.LetterOperators;
import dev.layeredsaga.orchestrator.deadletter.LetterOperators.RefusedLetter;
import dev.layeredsaga.orchestrator.deadletter.LetterQueries;
import dev.layeredsaga.orchestrator.web.ErrorCode;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;

/** One dead letter over HTTP, and what an operator does with it: through the same service as over the API, audit included. */
@ConsoleController
class LetterController {

    private static final String LETTER = "/console/dead-letters/{topic}/{partition}/{offset}";
    private static final String CHANGED = "letter-changed";

    private final Pages pages;
    private final LetterQueries letters;
    private final LetterOperators operators;

    LetterController(Pages pages, LetterQueries letters, LetterOperators operators) {
        this.pages = pages;
        this.letters = letters;
        this.operators = operators;
    }

    @GetMapping(LETTER)
    ResponseEntity<String> page(
            Caller caller,
            CsrfToken csrf,
            @PathVariable String topic,
            @PathVariable String partition,
            @PathVariable String offset) {
        String id = topic + "/" + partition + "/" + offset;
        return find(id).map(state -> pages.page(
                        HttpStatus.OK,
                        "letterPage.jte",
                        new LetterPage(pages.shell("Dead letter " + id, caller, csrf), state)))
                .orElseGet(() -> missing(id));
    }

    @GetMapping(LETTER + "/state")
    ResponseEntity<String> state(
            @PathVariable String topic, @PathVariable String partition, @PathVariable String offset) {
        String id = topic + "/" + partition + "/" + offset;
        return find(id).map(state -> pages.fragment("letterState.jte", state)).orElseGet(() -> missing(id));
    }

    @PostMapping(LETTER + "/actions")
    ResponseEntity<String> act(
            Caller caller,
            @PathVariable String topic,
            @PathVariable String partition,
            @PathVariable String offset,
            @RequestBody LetterForm form) {
        Optional<LetterId> id = LetterId.parse(topic + "/" + partition + "/" + offset);
        Optional<String> problem = form.problem();
        if (id.isEmpty()) {
            return refused(HttpStatus.NOT_FOUND, ErrorCode.DEAD_LETTER_NOT_FOUND.detail());
        }
        if (problem.isPresent()) {
            return refused(HttpStatus.BAD_REQUEST, problem.get());
        }
        return operators
                .act(id.get(), form.toRequest(caller.name()))
                .map(refused -> refused(ErrorCode.of(refused.code()).status(), inWords(refused)))
                .orElseGet(() -> pages.result(HttpStatus.OK, true, form.action() + " is done.", CHANGED));
    }

    private ResponseEntity<String> refused(HttpStatus status, String text) {
        return pages.result(status, false, text, CHANGED);
    }

    private Optional<LetterState> find(String id) {
        return LetterId.parse(id).flatMap(letters::find).map(LetterState::of);
    }

    private ResponseEntity<String> missing(String id) {
        return pages.page(
                HttpStatus.NOT_FOUND,
                "console/message.jte",
                new Message(
                        "No such dead letter",
                        "There is no dead letter with the id " + id + ". Settled ones are kept for some weeks.",
                        "/console/dead-letters",
                        "To all dead letters"));
    }

    static String inWords(RefusedLetter refused) {
        String text = ErrorCode.of(refused.code()).detail();
        return refused.overtaking() == null
                        || refused.overtaking().earlierLetters().isEmpty()
                ? text
                : text + " It is " + refused.overtaking().earlierLetters().getFirst() + ".";
    }
}
