package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.claim.command.ClaimScope;
import dev.layeredsaga.inventory.lock.CounterGate;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Loads what commands concern: the claims in one query, the items in another, whatever the number of commands. */
@Component
class WorkingSets {

    private final ClaimRepository claims;
    private final CounterGate gate;

    WorkingSets(ClaimRepository claims, Optional<CounterGate> gate) {
        this.claims = claims;
        this.gate = gate.orElseGet(() -> new CounterGate() {});
    }

    WorkingSet load(ClaimScope scope) {
        WorkingSet state = new WorkingSet(claims.now(), scope.mostServed(), gate);
        List<Claim> concerned = claims.findAll(scope.claimIds(), scope.sagaIds());
        state.addClaims(concerned);
        addItems(state, scope.skus(), concerned);
        return state;
    }

    /** Adds further claims, and the items that they need. */
    List<Claim> addClaims(WorkingSet state, Collection<UUID> claimIds) {
        List<Claim> added = claims.findAll(claimIds, List.of());
        state.addClaims(added);
        addItems(state, Set.of(), added);
        return added;
    }

    /** Adds these items, unless they are loaded. */
    void addItems(WorkingSet state, Set<String> skus) {
        addItems(state, skus, List.of());
    }

    private void addItems(WorkingSet state, Set<String> skus, List<Claim> ofClaims) {
        Set<String> needed = new HashSet<>(skus);
        ofClaims.forEach(claim -> claim.lines().forEach(line -> needed.add(line.sku())));
        needed.removeIf(state::hasItem);
        state.addItems(claims.items(needed));
    }
}
