package dev.layeredsaga.orchestrator.console.lock;

import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.orchestrator.console.OrderWording;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A page of the inventory's {@code GET /locks}.
 *
 * @param rlocks {@code LISTED}, {@code DEGRADED}, {@code UNREADABLE} or {@code NOT_LISTED}
 * @param degradedSince the start of the outage of Redis; null if there is none
 * @param rlocksComplete true if every RLock in Redis is listed
 * @param rlocksWithoutItem RLocks that belong to no item
 * @param next the sku to go on after; null on the last page
 */
public record LockPage(
        String rlocks,
        @Nullable Instant degradedSince,
        boolean rlocksComplete,
        List<String> rlocksWithoutItem,
        List<Item> items,
        @Nullable String next) {

    /**
     * An item and its three layers.
     *
     * @param findings what should not be as it is: the names of {@code ItemLayers.Finding}
     */
    public record Item(
            String sku,
            String policy,
            int onHand,
            int reserved,
            long version,
            @Nullable RLock rlock,
            @Nullable SemanticLock semanticLock,
            List<Claim> claims,
            int queueLength,
            List<Waiting> queue,
            List<String> findings) {

        /** The row's style. */
        public String style() {
            return findings.isEmpty() ? "item" : "item alarming";
        }
    }

    /** @param leaseLeftMillis null if the lock never ends by itself */
    public record RLock(String holder, @Nullable Long leaseLeftMillis) {}

    /** The semantic lock. */
    public record SemanticLock(String owner, UUID claimId, Instant since, Instant until) {}

    /** A claim that holds the item. */
    public record Claim(UUID claimId, String owner, int quantity, Instant since, Instant until) {}

    /** A saga in the queue. */
    public record Waiting(UUID sagaId, SortedMap<String, Integer> quantities, Instant since, Instant until) {

        /** Returns what it waits for, such as {@code 1 × guide}. */
        public String items() {
            return OrderWording.items(quantities.entrySet().stream()
                    .map(item -> new StockLine(item.getKey(), item.getValue()))
                    .toList());
        }
    }

    /** Returns what a finding means, in words. */
    public static String inWords(String finding) {
        return switch (finding) {
            case "SEMANTIC_LOCK_OVERDUE" -> "its time has run out, and nothing has cleared it";
            case "SEMANTIC_LOCK_WITHOUT_CLAIM" -> "no claim holds the item for it";
            case "RLOCK_WITHOUT_SECTION" -> "no section is behind the RLock";
            default -> finding;
        };
    }

    /** Returns the state of the RLocks, in words; empty if they are listed. */
    public String rlocksInWords() {
        return switch (rlocks) {
            case "LISTED" -> rlocksComplete ? "" : "Redis holds much else: only the RLocks of these items are shown.";
            case "DEGRADED" ->
                "Redis is unavailable: sections go on without RLocks, on the semantic lock and @Version.";
            case "UNREADABLE" -> "Redis does not answer: who holds RLocks is not known.";
            default -> "The inventory's lock provider does not list its locks.";
        };
    }
}
