package dev.layeredsaga.orchestrator.console.order;

import dev.layeredsaga.orchestrator.console.peer.PeerAnswer;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The gateway's ledger of a saga's order.
 *
 * @param url where it is asked for again; null once the saga has ended
 */
public record SagaLedger(@Nullable String url, PeerAnswer<Entries> answer) {

    /** The ledger's entries, in their order. */
    public record Entries(List<Entry> entries) {}

    /** An entry. */
    public record Entry(
            long sequence,
            String type,
            String paymentId,
            long amount,
            String currency,
            String idempotencyKey,
            Instant at) {}

    /** Returns the entries; null if the gateway did not answer. */
    public @Nullable List<Entry> entries() {
        return answer.known().map(Entries::entries).orElse(null);
    }
}
