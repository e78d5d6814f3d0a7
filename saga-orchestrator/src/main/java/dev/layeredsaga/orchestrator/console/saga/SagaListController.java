package dev.layeredsaga.orchestrator.console.saga;

import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.engine.query.SagaQueries;
import dev.layeredsaga.orchestrator.console.Pages;
import dev.layeredsaga.orchestrator.console.SagaId;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The list of sagas over HTTP. */
@Controller
class SagaListController {

    private static final int LATEST = 15;

    private final Pages pages;
    private final SagaRowReader rows;
    private final SagaQueries sagas;

    SagaListController(Pages pages, SagaRowReader rows, SagaQueries sagas) {
        this.pages = pages;
        this.rows = rows;
        this.sagas = sagas;
    }

    @GetMapping("/console/sagas")
    ResponseEntity<String> list(Caller caller, CsrfToken csrf, @RequestParam Map<String, String> parameters) {
        return page(caller, csrf, new SagaListRequest(parameters), "");
    }

    @GetMapping("/console/sagas/rows")
    ResponseEntity<String> rows(@RequestParam Map<String, String> parameters) {
        return pages.fragment("sagaRows.jte", rows.rows(new SagaListRequest(parameters)));
    }

    @GetMapping("/console/sagas/latest")
    ResponseEntity<String> latest() {
        return pages.fragment("latestSagas.jte", rows.rows(sagas.latest(LATEST)));
    }

    /** Goes to the saga with this id; to the list, which says so, if there is none. */
    @GetMapping("/console/sagas/find")
    ResponseEntity<String> find(Caller caller, CsrfToken csrf, @RequestParam(defaultValue = "") String id) {
        String sought = id.strip();
        boolean found = SagaId.parse(sought).flatMap(sagas::find).isPresent();
        return found
                ? ResponseEntity.status(HttpStatus.SEE_OTHER)
                        .location(URI.create("/console/sagas/" + sought))
                        .build()
                : page(caller, csrf, new SagaListRequest(Map.of()), sought);
    }

    private ResponseEntity<String> page(Caller caller, CsrfToken csrf, SagaListRequest request, String sought) {
        List<String> problems = request.problems();
        HttpStatus status = problems.isEmpty() ? HttpStatus.OK : HttpStatus.BAD_REQUEST;
        SagaListPage list = new SagaListPage(
                pages.shell("Sagas", caller, csrf),
                request,
                problems,
                sought,
                rows.rows(request),
                rows.countUnfinished(request));
        return pages.page(status, "sagaList.jte", list);
    }
}
