package dev.layeredsaga.console.saga;

import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.console.ConsoleController;
import dev.layeredsaga.console.Message;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.console.SagaContent;
import dev.layeredsaga.console.SagaId;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** The page of one saga over HTTP. */
@ConsoleController
class SagaPageController {

    private final Pages pages;
    private final SagaStateReader sagas;
    private final SagaContent content;

    SagaPageController(Pages pages, SagaStateReader sagas, SagaContent content) {
        this.pages = pages;
        this.sagas = sagas;
        this.content = content;
    }

    @GetMapping("/console/sagas/{id}")
    ResponseEntity<String> page(Caller caller, CsrfToken csrf, @PathVariable String id) {
        return find(id).map(state -> pages.page(
                        HttpStatus.OK,
                        "console/sagaPage.jte",
                        new SagaPage(
                                pages.shell("Saga " + SagaId.brief(state.id()), caller, csrf),
                                state,
                                content.panels(state.definition()))))
                .orElseGet(() -> missing(id));
    }

    @GetMapping("/console/sagas/{id}/state")
    ResponseEntity<String> state(@PathVariable String id) {
        return find(id).map(state -> pages.fragment("console/sagaState.jte", state))
                .orElseGet(() -> missing(id));
    }

    private Optional<SagaState> find(String id) {
        return SagaId.parse(id).flatMap(sagas::find);
    }

    private ResponseEntity<String> missing(String id) {
        return pages.page(
                HttpStatus.NOT_FOUND,
                "console/message.jte",
                new Message(
                        "No such saga",
                        "There is no saga with the id " + id + ". Sagas that have ended are kept for some weeks.",
                        "/console/sagas",
                        "To all sagas"));
    }
}
