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
final class HeldBack {

    private final ConcurrentMap<OrderId, Turn> waiting = new ConcurrentHashMap<>();

    /** Removes the order's held event; only the caller, or the timeout, can then release it. */
    Optional<Turn> take(OrderId order) {
        return Optional.ofNullable(waiting.remove(order));
    }

    Turn hold(OrderId order) {
        var turn = new Turn(order);
        waiting.put(order, turn);
        return turn;
    }

    /** The release of a held event. */
    final class Turn {

        private final OrderId order;
        private final CountDownLatch come = new CountDownLatch(1);

        private Turn(OrderId order) {
            this.order = order;
        }

        void comes() {
            come.countDown();
        }

        // a timeout also releases the event, without one that has overtaken it
        @SuppressWarnings("ResultOfMethodCallIgnored")
        void await(Duration atMost) {
            try {
                come.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
                waiting.remove(order, this);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw (CancellationException) new CancellationException("interrupted while held").initCause(e);
            }
        }
    }
}
