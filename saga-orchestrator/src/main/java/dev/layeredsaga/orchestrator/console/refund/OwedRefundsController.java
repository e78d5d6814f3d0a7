package dev.layeredsaga.orchestrator.console.refund;

import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.console.ConsoleController;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.orchestrator.payment.PaymentQueries;
import dev.layeredsaga.orchestrator.payment.PaymentQueries.PaymentDetails;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;

/** The refunds owed, over HTTP. */
@ConsoleController
record OwedRefundsController(Pages pages, PaymentQueries payments) {

    private static final int MOST = 100;

    @GetMapping("/console/refunds")
    ResponseEntity<String> page(Caller caller, CsrfToken csrf) {
        List<PaymentDetails> owed = payments.owed(MOST + 1);
        return pages.page(
                HttpStatus.OK,
                "refunds.jte",
                new OwedRefundsPage(
                        pages.shell("Refunds owed", caller, csrf),
                        owed.stream().limit(MOST).toList(),
                        owed.size() <= MOST));
    }
}
