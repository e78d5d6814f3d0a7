package dev.layeredsaga.paymentstub.ledger;

import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The scope of an audit.
 *
 * @param unknowns captures whose client has not been notified
 * @param pending attempts started and not decided
 */
public record Books(List<LedgerEntry> entries, List<LedgerEntry> unknowns, List<Pending> pending) {

    /** Returns the part that belongs to this order. */
    public Books of(OrderId order) {
        Predicate<LedgerEntry> concerns = entry -> entry.posting().orderId().equals(order);
        return new Books(
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
}
