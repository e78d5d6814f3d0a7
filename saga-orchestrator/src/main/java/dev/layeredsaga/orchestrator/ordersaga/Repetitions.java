package dev.layeredsaga.orchestrator.ordersaga;

import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.contract.order.OrderPlaced.Origin;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Marks orders that may have had a saga that is lost. After a restore of the database that is every order placed before: its first
 * message may come once more, if it had been handled and not acknowledged, or is sent twice. Thread-safe.
 */
final class Repetitions {

    private volatile @Nullable Instant restored;

    /** Takes note that the database has been restored. */
    void restoredAt(Instant now) {
        restored = now;
    }

    /** Returns the order, marked as repeated if it may be so. */
    OrderPlaced marked(OrderPlaced order) {
        Instant since = restored;
        if (since == null || order.repeatedAt() != null) {
            return order;
        }
        Origin origin = order.origin();
        return origin == null || origin.placedAt().isBefore(since) ? order.repeated(since) : order;
    }
}
