package dev.layeredsaga.inventory.claim.command;

import dev.layeredsaga.contract.IdempotentRequests;
import dev.layeredsaga.inventory.queue.Waiter;
import dev.layeredsaga.inventory.request.RequestKey;
import java.time.Duration;
import java.util.Collections;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A command about claims. Each is idempotent: repeating one that succeeded gives the same answer. */
public sealed interface ClaimCommand {

    /**
     * Reserves all of the quantities, or nothing.
     *
     * @param quantities by sku
     * @param ttl the claim's time to live, from when it is granted
     * @param queueWait the wait in the queue if others hold some of the quantities; null for none
     * @param key the idempotency key of the request; null for none
     */
    record Hold(
            Claimant claimant,
            SortedMap<String, Integer> quantities,
            Duration ttl,
            @Nullable QueueWait queueWait,
            @Nullable RequestKey key)
            implements ClaimCommand {

        /** Creates a hold without a key. */
        public Hold(
                Claimant claimant, SortedMap<String, Integer> quantities, Duration ttl, @Nullable QueueWait queueWait) {
            this(claimant, quantities, ttl, queueWait, null);
        }

        /**
         * @throws IllegalArgumentException if there is nothing to claim, a quantity or the time is not positive, or a claimant
         *     other than a saga is to wait
         */
        public Hold {
            quantities = wanted(quantities);
            requirePositive(ttl);
            if (queueWait != null && claimant.sagaId() == null) {
                throw new IllegalArgumentException("only sagas wait in line");
            }
        }

        /** Returns the SHA-256 of the request; the owner's length precedes the owner, so that no two requests give the same text. */
        public String fingerprint() {
            StringBuilder canonical = new StringBuilder();
            String owner = claimant.owner();
            canonical.append(owner.length()).append(':').append(owner).append(ttl);
            quantities.forEach((sku, quantity) ->
                    canonical.append(';').append(sku).append('=').append(quantity));
            return HexFormat.of().formatHex(IdempotentRequests.sha256(canonical.toString()));
        }
    }

    /**
     * The longest wait of a saga in the queue.
     *
     * @param request the request that the reply will answer
     */
    record QueueWait(Duration atMost, Waiter.Request request) {

        /** @throws IllegalArgumentException if the time is not positive */
        public QueueWait {
            requirePositive(atMost);
        }
    }

    /**
     * Transfers a hold to the saga, with a new token.
     *
     * @param token the holder's
     * @param quantities the exact content that the hold must have, by sku
     * @param ttl the least time to live from now
     */
    record Adopt(UUID sagaId, UUID claimId, UUID token, SortedMap<String, Integer> quantities, Duration ttl)
            implements ClaimCommand {

        /** @throws IllegalArgumentException if there is nothing to adopt, a quantity or the time is not positive */
        public Adopt {
            quantities = wanted(quantities);
            requirePositive(ttl);
        }
    }

    /**
     * Turns the claim into a sale.
     *
     * @param holder the customer whose hold it has to be; null if it may be any claim
     */
    record Confirm(UUID claimId, UUID token, @Nullable String holder) implements ClaimCommand {

        /** Creates a command for any claim. */
        public Confirm(UUID claimId, UUID token) {
            this(claimId, token, null);
        }
    }

    /** Extends the claim to at least this long from now. */
    record Extend(UUID claimId, UUID token, Duration ttl) implements ClaimCommand {

        /** @throws IllegalArgumentException if the time is not positive */
        public Extend {
            requirePositive(ttl);
        }
    }

    /** Releases the claim. */
    record Release(UUID claimId, UUID token) implements ClaimCommand {}

    /**
     * Releases the claim without its token. An operator's decision: a saga that has the claim loses it, and notices when it confirms.
     *
     * @param reason the operator's, for the audit
     */
    record ForceRelease(UUID claimId, String operator, String reason) implements ClaimCommand {}

    /** Releases whatever the saga has, even what is sold, and refuses its later claims. Never refused. */
    record ReleaseSaga(UUID sagaId) implements ClaimCommand {}

    /**
     * Takes back what was sold, once for each id.
     *
     * @param id the name of the return in the ledger of stock
     * @param soldTo the saga to which it was sold
     * @param putBack what is for sale again, by sku
     * @param writtenOff what stays out of stock, by sku
     */
    record Restore(String id, UUID soldTo, SortedMap<String, Integer> putBack, SortedMap<String, Integer> writtenOff)
            implements ClaimCommand {

        /**
         * @throws IllegalArgumentException if nothing comes back, or a quantity is not positive
         * @throws ArithmeticException if it is too much
         */
        public Restore {
            SortedMap<String, Integer> unused = wanted(sum(putBack, writtenOff));
        }

        /** Returns all that comes back, by sku. */
        public SortedMap<String, Integer> returned() {
            return sum(putBack, writtenOff);
        }

        private static SortedMap<String, Integer> sum(
                SortedMap<String, Integer> one, SortedMap<String, Integer> other) {
            SortedMap<String, Integer> sum = new TreeMap<>(one);
            other.forEach((sku, quantity) -> sum.merge(sku, quantity, Math::addExact));
            return sum;
        }
    }

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
