package dev.layeredsaga.orchestrator.console.lock;

import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.console.ConsoleController;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.console.ReasonText;
import dev.layeredsaga.console.SagaId;
import dev.layeredsaga.engine.query.SagaQueries;
import dev.layeredsaga.orchestrator.console.peer.PeerAnswer;
import dev.layeredsaga.orchestrator.console.peer.Peers;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;

/** Releases of claims by force. The inventory keeps who asked for them, and why. */
@ConsoleController
record ReleaseController(Pages pages, Peers peers, SagaQueries sagas) {

    @PostMapping("/console/claims/{id}/release")
    ResponseEntity<String> release(Caller caller, @PathVariable UUID id, @RequestBody ReleaseForm form) {
        Optional<String> problem = ReasonText.problem(form.reason());
        if (problem.isPresent()) {
            return result(HttpStatus.BAD_REQUEST, false, problem.get());
        }
        PeerAnswer<ClaimView> claim = peers.inventory().get(ClaimView.class, "/claims/{id}", id);
        if (!"true".equals(form.evenIfUnfinished())
                && claim.known().filter(this::isOfARunningSaga).isPresent()) {
            return result(
                    HttpStatus.CONFLICT,
                    false,
                    "The saga that has this claim has not ended: compensate the saga, which releases the claim and gives the"
                            + " money back. Tick the box to release the claim all the same.");
        }
        Map<String, String> body = Map.of("reason", Objects.requireNonNull(form.reason()), "onBehalfOf", caller.name());
        PeerAnswer<ClaimView> released =
                peers.inventory().send(HttpMethod.POST, body, ClaimView.class, "/claims/{id}/forced-release", id);
        return released.known()
                .map(now -> result(HttpStatus.OK, true, "The claim is " + now.state() + " now."))
                .orElseGet(() -> result(HttpStatus.CONFLICT, false, "Not released: " + released.problem() + "."));
    }

    private boolean isOfARunningSaga(ClaimView claim) {
        return claim.isHeld()
                && SagaId.parse(claim.owner())
                        .flatMap(sagas::find)
                        .filter(saga -> !saga.status().isFinal())
                        .isPresent();
    }

    private ResponseEntity<String> result(HttpStatus status, boolean accepted, String text) {
        return pages.result(status, accepted, text, "claim-changed");
    }

    /**
     * The form of a release by force as it was filled in.
     *
     * @param evenIfUnfinished {@code true} to release although the saga that has the claim has not ended
     */
    record ReleaseForm(@Nullable String reason, @Nullable String evenIfUnfinished) {}
}
