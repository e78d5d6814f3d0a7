package dev.layeredsaga.order.placement.follow;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Wakes the threads of this instance that wait for changes of an order, whichever instance has stored them. A notification says only
 * that there is something to read. Stopping the service wakes all waiting threads. Thread-safe.
 */
@Component
public final class OrderChangeFeed implements SmartLifecycle {

    private final Map<UUID, Set<Subscription>> subscriptions = new ConcurrentHashMap<>();
    private volatile boolean running;

    /** Subscribes to changes of the order; none is missed from now on. The caller must close the subscription. */
    public Subscription subscribe(UUID orderId) {
        return subscribe(new Subscription(orderId, false));
    }

    /** Subscribes to the order's end, likewise. */
    public Subscription subscribeToEnd(UUID orderId) {
        return subscribe(new Subscription(orderId, true));
    }

    private Subscription subscribe(Subscription subscription) {
        subscriptions.compute(subscription.orderId, (id, others) -> {
            Set<Subscription> all = others == null ? ConcurrentHashMap.newKeySet() : others;
            all.add(subscription);
            return all;
        });
        return subscription;
    }

    /** Wakes the subscribers of the order's changes and, if it has ended, those of its end. */
    public void arrived(UUID orderId, boolean ended) {
        subscriptions.getOrDefault(orderId, Set.of()).stream()
                .filter(subscription -> ended || !subscription.endOnly)
                .forEach(Subscription::wake);
    }

    /** Wakes all subscribers, because any order may have changed. */
    public void mayHaveArrived() {
        subscriptions.values().forEach(all -> all.forEach(Subscription::wake));
    }

    /** A subscription to an order's changes, or its end. */
    public final class Subscription implements AutoCloseable {

        private final UUID orderId;
        private final boolean endOnly;
        private final Semaphore changes = new Semaphore(0);

        private Subscription(UUID orderId, boolean endOnly) {
            this.orderId = orderId;
            this.endOnly = endOnly;
        }

        /**
         * Returns as soon as the order changes, or has ended, whichever it is of: at once if it has since the last call or the
         * service stops, at the latest after {@code atMost}.
         *
         * @return false if the service stops
         */
        public boolean await(Duration atMost) throws InterruptedException {
            if (running && changes.tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                changes.drainPermits();
            }
            return running;
        }

        private void wake() {
            changes.release();
        }

        @Override
        public void close() {
            subscriptions.computeIfPresent(orderId, (id, all) -> {
                all.remove(this);
                return all.isEmpty() ? null : all;
            });
        }
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        mayHaveArrived();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Stops before the web server, which waits for the requests in flight. */
    @Override
    public int getPhase() {
        return DEFAULT_PHASE;
    }
}
