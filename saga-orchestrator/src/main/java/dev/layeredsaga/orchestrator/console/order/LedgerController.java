package dev.layeredsaga.orchestrator.console.order;

import dev.layeredsaga.console.ConsoleController;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.engine.query.SagaDetails;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.orchestrator.console.peer.Peers;
import java.util.UUID;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** The gateway's ledger of a saga's order over HTTP; it is asked for again until the saga has ended. */
@ConsoleController
record LedgerController(Pages pages, SagaDetails details, Peers peers) {

    @GetMapping("/console/sagas/{id}/ledger")
    ResponseEntity<String> ledger(@PathVariable UUID id) {
        boolean ended = details.data(id)
                .map(SagaDetails.Data::status)
                .filter(SagaStatus::isFinal)
                .isPresent();
        return pages.fragment(
                "sagaLedger.jte",
                new SagaLedger(
                        ended ? null : "/console/sagas/" + id + "/ledger",
                        peers.gateway().get(SagaLedger.Entries.class, "/ledger?orderId={id}", id)));
    }
}
