package dev.layeredsaga.orchestrator.console.lock;

import dev.layeredsaga.chassis.http.Page;
import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.console.ConsoleController;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.console.SagaId;
import dev.layeredsaga.console.Shell;
import dev.layeredsaga.orchestrator.console.peer.PeerAnswer;
import dev.layeredsaga.orchestrator.console.peer.Peers;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/** Claims over HTTP: the list of them, and one. */
@ConsoleController
class ClaimController {

    private static final int PAGE = 50;

    private final Pages pages;
    private final Peers peers;
    private final Clock clock;

    ClaimController(Pages pages, Peers peers, Clock clock) {
        this.pages = pages;
        this.peers = peers;
        this.clock = clock;
    }

    @GetMapping("/console/claims")
    ResponseEntity<String> list(Caller caller, CsrfToken csrf, @RequestParam Map<String, String> parameters) {
        ClaimListRequest request = new ClaimListRequest(parameters);
        List<String> problems = request.problems();
        ClaimList empty = new ClaimList(request, problems, new PeerAnswer.Refused<>(0, ""));
        return pages.page(
                problems.isEmpty() ? HttpStatus.OK : HttpStatus.BAD_REQUEST,
                "claimList.jte",
                new ClaimList.Frame(pages.shell("Claims", caller, csrf), empty));
    }

    @GetMapping("/console/claims/rows")
    ResponseEntity<String> rows(@RequestParam Map<String, String> parameters) {
        return pages.fragment("claimRows.jte", read(new ClaimListRequest(parameters)));
    }

    private ClaimList read(ClaimListRequest request) {
        List<String> problems = request.problems();
        if (!problems.isEmpty()) {
            return new ClaimList(request, problems, new PeerAnswer.Refused<>(400, problems.getFirst()));
        }
        PeerAnswer<ClaimView[]> found =
                peers.inventory().get(ClaimView[].class, request.source(clock.instant(), PAGE + 1));
        return new ClaimList(
                request,
                problems,
                found.map(claims ->
                        Page.of(List.of(claims), PAGE, claim -> claim.claimId().toString())));
    }

    @GetMapping("/console/claims/{id}")
    ResponseEntity<String> claim(Caller caller, CsrfToken csrf, @PathVariable UUID id) {
        Shell shell = pages.shell("Claim " + SagaId.brief(id.toString()), caller, csrf);
        return pages.page(HttpStatus.OK, "claimPage.jte", new ClaimView.Frame(shell, id));
    }

    @GetMapping("/console/claims/{id}/state")
    ResponseEntity<String> state(@PathVariable UUID id) {
        PeerAnswer<ClaimView> claim = peers.inventory().get(ClaimView.class, "/claims/{id}", id);
        return pages.fragment("claimState.jte", new ClaimView.Answer(id, claim));
    }
}
