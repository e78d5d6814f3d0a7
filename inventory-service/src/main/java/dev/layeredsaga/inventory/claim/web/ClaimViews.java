package dev.layeredsaga.inventory.claim.web;

import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.ClaimState;
import dev.layeredsaga.inventory.queue.WaitQueue;
import dev.layeredsaga.inventory.queue.Waiter;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Creates the responses of lookups: claims with the waiters for their items. */
@Component
record ClaimViews(WaitQueue queue) {

    private static final int MOST_WAITING = 100;

    ClaimResponse of(ClaimSnapshot claim, Caller caller) {
        return of(List.of(claim), caller).getFirst();
    }

    /** Includes waiters for operators only: the sagas are orders of others. */
    List<ClaimResponse> of(List<ClaimSnapshot> claims, Caller caller) {
        return caller.isOperator()
                ? withWaiting(claims)
                : claims.stream().map(ClaimResponse::withoutToken).toList();
    }

    private List<ClaimResponse> withWaiting(List<ClaimSnapshot> claims) {
        Set<String> held =
                claims.stream().flatMap(claim -> heldBy(claim).stream()).collect(Collectors.toSet());
        List<Waiter> waiters = held.isEmpty() ? List.of() : queue.next(held, MOST_WAITING);
        return claims.stream()
                .map(claim -> ClaimResponse.withWaiting(claim, waitingFor(heldBy(claim), waiters)))
                .toList();
    }

    private static Set<String> heldBy(ClaimSnapshot claim) {
        return claim.state() == ClaimState.HELD
                ? claim.lines().stream().map(ClaimSnapshot.Line::sku).collect(Collectors.toSet())
                : Set.of();
    }

    private static List<Waiter> waitingFor(Set<String> skus, List<Waiter> waiters) {
        return waiters.stream()
                .filter(waiter -> waiter.quantities().keySet().stream().anyMatch(skus::contains))
                .toList();
    }
}
