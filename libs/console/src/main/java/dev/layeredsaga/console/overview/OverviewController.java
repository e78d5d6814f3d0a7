package dev.layeredsaga.console.overview;

import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.console.ConsoleController;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.console.Shell;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;

/** The first screen over HTTP. */
@ConsoleController
record OverviewController(Pages pages, LatestNumbers numbers) {

    @GetMapping("/console")
    ResponseEntity<String> page(Caller caller, CsrfToken csrf) {
        Shell shell = pages.shell("Health", caller, csrf);
        return pages.page(HttpStatus.OK, "console/overviewPage.jte", new OverviewPage(shell, overview()));
    }

    @GetMapping("/console/overview")
    ResponseEntity<String> fragment() {
        return pages.fragment("console/overview.jte", overview());
    }

    private Overview overview() {
        return new OverviewWriter(numbers.get()).overview();
    }
}
