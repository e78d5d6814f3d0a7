package dev.layeredsaga.paymentstub.webhook;

import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Which orders have an event that waits for the next one to overtake it. Thread-safe. */
final class HeldBack {

    private final ConcurrentMap<OrderId, Turn> waiting = new ConcurrentHashMap<>();

    /** Nobody but the caller of this will let it go, except time. */
    Optional<Turn> take(OrderId order) {
        return Optional.ofNullable(waiting.remove(order));
    }

    Turn hold(OrderId order) {
        var turn = new Turn(order);
        waiting.put(order, turn);
        return turn;
    }

    /** The moment at which a held event may go. */
    final class Turn {

        private final OrderId order;
        private final CountDownLatch come = new CountDownLatch(1);

        private Turn(OrderId order) {
            this.order = order;
        }

        void comes() {
            come.countDown();
        }

        // it goes after that time too, only that nothing has overtaken it
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
