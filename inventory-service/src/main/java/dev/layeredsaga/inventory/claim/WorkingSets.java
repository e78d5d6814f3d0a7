package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.item.ItemRepository;
import dev.layeredsaga.messaging.time.DatabaseClock;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** Reads what commands are about: the claims in one query, the items in another, however many commands there are. */
@Component
class WorkingSets {

    private final DatabaseClock clock;
    private final ItemRepository items;
    private final ClaimRepository claims;

    WorkingSets(DatabaseClock clock, ItemRepository items, ClaimRepository claims) {
        this.clock = clock;
        this.items = items;
        this.claims = claims;
    }

    /**
     * Does work on what is read here. Claims and items are read one after the other; if others commit in between, the two
     * contradict each other, and the work fails.
     *
     * @throws org.springframework.dao.ConcurrencyFailureException if that is why, so that it is worth repeating
     */
    <T> T unlessOutdated(Supplier<T> work) {
        try {
            return work.get();
        } catch (IllegalStateException contradiction) {
            claims.flush();
            throw contradiction;
        }
    }

    WorkingSet load(Concern concern) {
        WorkingSet at = new WorkingSet(clock.now());
        List<Claim> concerned = claims.findAll(concern.claimIds(), concern.sagaIds());
        at.addClaims(concerned);
        addItems(at, concern.skus(), concerned);
        return at;
    }

    /** Adds further claims, and the items that these need. */
    List<Claim> addClaims(WorkingSet at, Collection<UUID> claimIds) {
        List<Claim> added = claims.findAll(claimIds, List.of());
        at.addClaims(added);
        addItems(at, Set.of(), added);
        return added;
    }

    /** Adds these items, unless they are there. */
    void addItems(WorkingSet at, Set<String> skus) {
        addItems(at, skus, List.of());
    }

    private void addItems(WorkingSet at, Set<String> skus, List<Claim> ofClaims) {
        Set<String> needed = new HashSet<>(skus);
        ofClaims.forEach(claim -> claim.lines().forEach(line -> needed.add(line.sku())));
        needed.removeIf(at::hasItem);
        at.addItems(items.findAll(needed));
    }
}
