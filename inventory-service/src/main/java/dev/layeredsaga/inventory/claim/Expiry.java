package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.claim.Claim.Standing;
import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.item.Item;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;

/** Expires overdue claims and frees their items. */
@Component
record Expiry(ClaimRepository claims, WorkingSets workingSets, ClaimEvents events, ClaimMeters meters) {

    private static final Logger log = LoggerFactory.getLogger(Expiry.class);
    private static final int MOST_AT_ONCE = 200;

    void expire(Claim claim, WorkingSet state) {
        claim.expire(state.now());
        state.free(claim, (item, line) -> item.release(claim.id(), line.quantity()));
        events.expired(claim.snapshot());
    }

    /**
     * Expires the overdue claims that block the new holds, before the reaper does. Their other items are locked, too, unless
     * their time ran out only after the locks were chosen; then {@code @Version} alone guards those items.
     */
    void makeWayFor(List<ClaimCommand.Hold> holds, WorkingSet state) {
        Set<String> orphaned = possiblyOrphaned(holds, state);
        if (orphaned.isEmpty()) {
            return;
        }
        for (Claim claim : workingSets.addClaims(state, claims.overdueOn(orphaned, state.now(), MOST_AT_ONCE))) {
            requireOverdue(claim, state);
            log.warn(
                    "orphaned claim {} of {} is taken over: its time ran out at {}",
                    claim.id(),
                    claim.semanticLock().owner(),
                    claim.expiresAt());
            meters.tookOver();
            expire(claim, state);
        }
    }

    /** Fails with a conflict if the claim is no longer overdue: the loaded items are then outdated, too. */
    private static void requireOverdue(Claim claim, WorkingSet state) {
        if (claim.standingAt(state.now()) != Standing.OVERDUE) {
            throw new OptimisticLockingFailureException("others have ended claim %s meanwhile".formatted(claim.id()));
        }
    }

    private static Set<String> possiblyOrphaned(List<ClaimCommand.Hold> holds, WorkingSet state) {
        TreeMap<String, Integer> wanted = new TreeMap<>();
        holds.forEach(hold -> hold.quantities().forEach((sku, quantity) -> wanted.merge(sku, quantity, Math::max)));
        return wanted.keySet().stream()
                .filter(sku -> isPossiblyOrphaned(state.item(sku), wanted.getOrDefault(sku, 0), state))
                .collect(Collectors.toSet());
    }

    private static boolean isPossiblyOrphaned(@Nullable Item item, int quantity, WorkingSet state) {
        return item != null && item.mayBeOrphaned(quantity, state.now());
    }
}
