package dev.layeredsaga.orchestrator.console.lock;

import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.console.ConsoleController;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.orchestrator.console.peer.PeerAnswer;
import dev.layeredsaga.orchestrator.console.peer.Peers;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The items that are held or waited for, with their three lock layers. */
@ConsoleController
record LockController(Pages pages, Peers peers) {

    @GetMapping("/console/locks")
    ResponseEntity<String> page(
            Caller caller,
            CsrfToken csrf,
            @RequestParam(defaultValue = "") String sku,
            @RequestParam(defaultValue = "") String after) {
        LockList empty = new LockList(sku, after, new PeerAnswer.Refused<>(0, ""));
        return pages.page(HttpStatus.OK, "lockPage.jte", new LockList.Page(pages.shell("Locks", caller, csrf), empty));
    }

    @GetMapping("/console/locks/list")
    ResponseEntity<String> list(
            @RequestParam(defaultValue = "") String sku, @RequestParam(defaultValue = "") String after) {
        PeerAnswer<LockPage> answer = after.isEmpty()
                ? peers.inventory().get(LockPage.class, "/locks?sku={sku}", sku)
                : peers.inventory().get(LockPage.class, "/locks?sku={sku}&after={after}", sku, after);
        return pages.fragment("locks.jte", new LockList(sku, after, answer));
    }
}
