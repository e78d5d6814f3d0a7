package dev.layeredsaga.orchestrator.console.deadletter;

import dev.layeredsaga.chassis.http.Page;
import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.console.ConsoleController;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.orchestrator.deadletter.LetterQueries;
import dev.layeredsaga.orchestrator.deadletter.LetterQueries.LetterSummary;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The list of dead letters over HTTP. */
@ConsoleController
record LetterListController(Pages pages, LetterQueries letters) {

    private static final String LIST = "/console/dead-letters";
    private static final String ROWS = "/console/dead-letters/rows";
    private static final int PAGE = 50;

    @GetMapping(LIST)
    ResponseEntity<String> list(Caller caller, CsrfToken csrf, @RequestParam Map<String, String> parameters) {
        LetterListRequest request = new LetterListRequest(parameters);
        List<String> problems = request.problems();
        return pages.page(
                problems.isEmpty() ? HttpStatus.OK : HttpStatus.BAD_REQUEST,
                "letterList.jte",
                new LetterListPage(
                        pages.shell("Dead letters", caller, csrf),
                        request,
                        problems,
                        letters.countOpen(request.filter(), null),
                        read(request)));
    }

    @GetMapping(ROWS)
    ResponseEntity<String> rows(@RequestParam Map<String, String> parameters) {
        return pages.fragment("letterRows.jte", read(new LetterListRequest(parameters)));
    }

    private LetterRows read(LetterListRequest request) {
        List<LetterSummary> found = letters.list(
                request.filter(), request.status(), request.afterId().orElse(null), PAGE + 1);
        Page<LetterSummary, String> page =
                Page.of(found, PAGE, letter -> letter.id().toString());
        String next = page.next();
        return new LetterRows(
                page.entries(),
                request.url(ROWS, request.after()),
                request.after().isEmpty() ? null : request.url(LIST, ""),
                next == null ? null : request.url(LIST, next));
    }
}
