package dev.layeredsaga.console.saga;

import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.console.ConsoleController;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.console.SagaContent;
import dev.layeredsaga.engine.query.SagaQueries;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The list of sagas over HTTP. */
@ConsoleController
class SagaListController {

    private static final int LATEST = 15;
    private static final Pattern BEGINNING = Pattern.compile("(-?\\p{XDigit}){8,32}…?");

    private final Pages pages;
    private final SagaRowReader rows;
    private final SagaQueries sagas;
    private final SagaContent content;

    SagaListController(Pages pages, SagaRowReader rows, SagaQueries sagas, SagaContent content) {
        this.pages = pages;
        this.rows = rows;
        this.sagas = sagas;
        this.content = content;
    }

    @GetMapping("/console/sagas")
    ResponseEntity<String> list(Caller caller, CsrfToken csrf, @RequestParam Map<String, String> parameters) {
        SagaListRequest request = new SagaListRequest(parameters, content);
        return page(caller, csrf, request, request.problems(), rows.rows(request));
    }

    @GetMapping("/console/sagas/rows")
    ResponseEntity<String> rows(@RequestParam Map<String, String> parameters) {
        return pages.fragment("console/sagaRows.jte", rows.rows(new SagaListRequest(parameters, content)));
    }

    @GetMapping("/console/sagas/latest")
    ResponseEntity<String> latest() {
        return pages.fragment("console/latestSagas.jte", rows.table(sagas.latest(LATEST)));
    }

    /**
     * Goes to the saga that is meant: the one whose id begins so, or the only one with such a text; to the list if there is not exactly one.
     */
    @GetMapping("/console/sagas/find")
    ResponseEntity<String> find(Caller caller, CsrfToken csrf, @RequestParam(defaultValue = "") String text) {
        String sought = text.strip();
        List<UUID> ids =
                BEGINNING.matcher(sought).matches() ? sagas.beginningWith(sought.replaceAll("[-…]", "")) : List.of();
        if (ids.size() == 1) {
            return saga(ids.getFirst().toString());
        }
        SagaListRequest request = new SagaListRequest(
                sought.isEmpty() || ids.size() > 1 ? Map.of() : Map.of("text", '"' + sought + '"'), content);
        SagaRows found = rows.rows(request);
        if (found.isOnly() && request.isNarrow()) {
            return saga(found.table().rows().getFirst().id());
        }
        List<String> problems = ids.size() > 1
                ? List.of("Several sagas begin with '" + sought + "': write more of the id.")
                : request.problems();
        return page(caller, csrf, request, problems, found);
    }

    private static ResponseEntity<String> saga(String id) {
        return ResponseEntity.status(HttpStatus.SEE_OTHER)
                .location(URI.create("/console/sagas/" + id))
                .build();
    }

    private ResponseEntity<String> page(
            Caller caller, CsrfToken csrf, SagaListRequest request, List<String> problems, SagaRows found) {
        SagaListPage list = new SagaListPage(
                pages.shell("Sagas", caller, csrf), request, problems, found, rows.countUnfinished(request), content);
        return pages.page(problems.isEmpty() ? HttpStatus.OK : HttpStatus.BAD_REQUEST, "console/sagaList.jte", list);
    }
}
