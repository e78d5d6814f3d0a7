package dev.layeredsaga.paymentstub.webhook;

import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The events that wait for the next event of their order to overtake them. Thread-safe. */
final class HeldEvents {

    private final ConcurrentMap<OrderId, Hold> waiting = new ConcurrentHashMap<>();

    /** Removes the order's held event; only the caller, or the timeout, can then release it. */
    Optional<Hold> take(OrderId order) {
        return Optional.ofNullable(waiting.remove(order));
    }

    Hold hold(OrderId order) {
        var hold = new Hold(order);
        waiting.put(order, hold);
        return hold;
    }

    /** The release of a held event. */
    final class Hold {

        private final OrderId order;
        private final CountDownLatch released = new CountDownLatch(1);

        private Hold(OrderId order) {
            this.order = order;
        }

        void release() {
            released.countDown();
        }

        // a timeout also releases the event, without one that has overtaken it
        @SuppressWarnings("ResultOfMethodCallIgnored")
        void await(Duration atMost) {
            try {
                released.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
                waiting.remove(order, this);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw (CancellationException) new CancellationException("interrupted while held").initCause(e);
            }
        }
    }
}
