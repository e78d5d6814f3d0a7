package dev.layeredsaga.inventory.claim;

import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** What can be asked of claims. Each is idempotent: repeating one that succeeded answers the same again. */
public sealed interface ClaimCommand {

    /**
     * Reserve all of this, or nothing.
     *
     * @param quantities by sku
     * @param ttl how long the claim lasts, from when it is granted
     */
    record Hold(Claimant claimant, SortedMap<String, Integer> quantities, Duration ttl) implements ClaimCommand {

        /** @throws IllegalArgumentException if there is nothing to claim, a quantity or the time is not positive */
        public Hold {
            quantities = Collections.unmodifiableSortedMap(new TreeMap<>(quantities));
            if (quantities.isEmpty() || quantities.values().stream().anyMatch(quantity -> quantity < 1)) {
                throw new IllegalArgumentException("a claim has lines, with a quantity of at least 1 each");
            }
            requirePositive(ttl);
        }
    }

    /** Turn the claim into a sale. */
    record Confirm(UUID claimId, UUID token) implements ClaimCommand {}

    /** Let the claim last at least this long from now. */
    record Extend(UUID claimId, UUID token, Duration ttl) implements ClaimCommand {

        /** @throws IllegalArgumentException if the time is not positive */
        public Extend {
            requirePositive(ttl);
        }
    }

    /** Give the claim back. */
    record Release(UUID claimId, UUID token) implements ClaimCommand {}

    /** Give back whatever the saga has, even what is sold, and refuse what it may still claim. Never refused. */
    record ReleaseSaga(UUID sagaId) implements ClaimCommand {}

    private static void requirePositive(Duration ttl) {
        if (!ttl.isPositive()) {
            throw new IllegalArgumentException("the time to live must be positive: " + ttl);
        }
    }
}
