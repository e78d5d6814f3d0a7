package dev.layeredsaga.paymentstub.ledger;

import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The scope of an audit.
 *
 * @param unknowns captures whose client has not been notified
 * @param pending attempts started and not decided
 */
public record AuditScope(List<LedgerEntry> entries, List<LedgerEntry> unknowns, List<Pending> pending) {

    /** Returns the part that belongs to this order. */
    public AuditScope of(OrderId order) {
        Predicate<LedgerEntry> concerns = entry -> entry.posting().orderId().equals(order);
        return new AuditScope(
                entries.stream().filter(concerns).toList(),
                unknowns.stream().filter(concerns).toList(),
                pending.stream()
                        .filter(attempt -> attempt.orderId().equals(order))
                        .toList());
    }

    int orders() {
        return Math.toIntExact(Stream.concat(
                        entries.stream().map(entry -> entry.posting().orderId()),
                        pending.stream().map(Pending::orderId))
                .distinct()
                .count());
    }

    /**
     * An attempt the gateway has started and not decided.
     *
     * @param paymentIds the payment it is about, if there is one yet
     */
    public record Pending(OrderId orderId, List<UUID> paymentIds, IdempotencyKey idempotencyKey, Instant since) {}
}
