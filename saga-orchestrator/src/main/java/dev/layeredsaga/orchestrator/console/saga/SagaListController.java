package dev.layeredsaga.orchestrator.console.saga;

import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.engine.SagaQueries;
import dev.layeredsaga.orchestrator.console.Pages;
import dev.layeredsaga.orchestrator.console.Shell;
import java.net.URI;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The list of sagas over HTTP. */
@Controller
class SagaListController {

    private final Pages pages;
    private final SagaRowReader rows;
    private final SagaQueries sagas;

    SagaListController(Pages pages, SagaRowReader rows, SagaQueries sagas) {
        this.pages = pages;
        this.rows = rows;
        this.sagas = sagas;
    }

    @GetMapping("/console/sagas")
    ResponseEntity<String> list(
            Caller caller,
            CsrfToken csrf,
            @RequestParam(defaultValue = "") String status,
            @RequestParam(defaultValue = "") String step,
            @RequestParam(defaultValue = "") String waiting,
            @RequestParam(defaultValue = "") String after) {
        return page(Shell.of("Sagas", caller, csrf), new SagaListRequest(status, step, waiting, after), "");
    }

    @GetMapping("/console/sagas/rows")
    ResponseEntity<String> rows(
            @RequestParam(defaultValue = "") String status,
            @RequestParam(defaultValue = "") String step,
            @RequestParam(defaultValue = "") String waiting,
            @RequestParam(defaultValue = "") String after) {
        return pages.fragment("sagaRows.jte", rows.rows(new SagaListRequest(status, step, waiting, after)));
    }

    /** Goes to the saga with this id; to the list, which says so, if there is none. */
    @GetMapping("/console/sagas/find")
    ResponseEntity<String> find(Caller caller, CsrfToken csrf, @RequestParam(defaultValue = "") String id) {
        String sought = id.strip();
        boolean found = SagaListRequest.id(sought).flatMap(sagas::find).isPresent();
        return found
                ? ResponseEntity.status(HttpStatus.SEE_OTHER)
                        .location(URI.create("/console/sagas/" + sought))
                        .build()
                : page(Shell.of("Sagas", caller, csrf), new SagaListRequest("", "", "", ""), sought);
    }

    private ResponseEntity<String> page(Shell shell, SagaListRequest request, String sought) {
        List<String> problems = request.problems();
        HttpStatus status = problems.isEmpty() ? HttpStatus.OK : HttpStatus.BAD_REQUEST;
        return pages.page(
                status, "sagaList.jte", new SagaListPage(shell, request, problems, sought, rows.rows(request)));
    }
}
