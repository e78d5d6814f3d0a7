package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.line.Waiter;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What can be asked of claims. Each is idempotent: repeating one that succeeded answers the same again. */
public sealed interface ClaimCommand {

    /**
     * Reserve all of this, or nothing.
     *
     * @param quantities by sku
     * @param ttl how long the claim lasts, from when it is granted
     * @param patience for how long to wait in line if others hold some of it; null for not at all
     * @param key by which the caller may ask for the same again; null for none
     */
    record Hold(
            Claimant claimant,
            SortedMap<String, Integer> quantities,
            Duration ttl,
            @Nullable Patience patience,
            @Nullable RequestKey key)
            implements ClaimCommand {

        /** One without a key. */
        public Hold(
                Claimant claimant, SortedMap<String, Integer> quantities, Duration ttl, @Nullable Patience patience) {
            this(claimant, quantities, ttl, patience, null);
        }

        /**
         * @throws IllegalArgumentException if there is nothing to claim, a quantity or the time is not positive, or nobody but a
         *     saga wants to wait in line
         */
        public Hold {
            quantities = wanted(quantities);
            requirePositive(ttl);
            if (patience != null && claimant.sagaId() == null) {
                throw new IllegalArgumentException("only sagas wait in line");
            }
        }
    }

    /**
     * How long a saga waits in line.
     *
     * @param request what the answer will be to
     */
    record Patience(Duration atMost, Waiter.Request request) {

        /** @throws IllegalArgumentException if the time is not positive */
        public Patience {
            requirePositive(atMost);
        }
    }

    /**
     * Make someone's hold the saga's, with a new token.
     *
     * @param token the holder's
     * @param quantities what the hold has to consist of, by sku
     * @param ttl how long it lasts at least from now
     */
    record Adopt(UUID sagaId, UUID claimId, UUID token, SortedMap<String, Integer> quantities, Duration ttl)
            implements ClaimCommand {

        /** @throws IllegalArgumentException if there is nothing to adopt, a quantity or the time is not positive */
        public Adopt {
            quantities = wanted(quantities);
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

    private static SortedMap<String, Integer> wanted(SortedMap<String, Integer> quantities) {
        if (quantities.isEmpty() || quantities.values().stream().anyMatch(quantity -> quantity < 1)) {
            throw new IllegalArgumentException("a claim has lines, with a quantity of at least 1 each");
        }
        return Collections.unmodifiableSortedMap(new TreeMap<>(quantities));
    }

    private static void requirePositive(Duration ttl) {
        if (!ttl.isPositive()) {
            throw new IllegalArgumentException("the time to live must be positive: " + ttl);
        }
    }
}
