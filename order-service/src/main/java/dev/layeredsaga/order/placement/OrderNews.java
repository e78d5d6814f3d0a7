package dev.layeredsaga.order.placement;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Wakes those on this instance who wait for news of an order, whichever instance has heard them. News say only that there is
 * something to look up. Nobody is kept waiting when the service stops. Thread-safe.
 */
@Component
public final class OrderNews implements SmartLifecycle {

    private final Map<UUID, Set<Following>> followers = new ConcurrentHashMap<>();
    private volatile boolean running;

    /** From now on no news of the order are missed. To be closed. */
    public Following follow(UUID orderId) {
        Following following = new Following(orderId);
        followers.compute(orderId, (id, others) -> {
            Set<Following> all = others == null ? ConcurrentHashMap.newKeySet() : others;
            all.add(following);
            return all;
        });
        return following;
    }

    /** There are news of these orders. */
    public void arrived(Collection<UUID> orderIds) {
        for (UUID orderId : orderIds) {
            followers.getOrDefault(orderId, Set.of()).forEach(Following::wake);
        }
    }

    /** There may be news of any order. */
    public void mayHaveArrived() {
        followers.values().forEach(all -> all.forEach(Following::wake));
    }

    /** One who follows an order. */
    public final class Following implements AutoCloseable {

        private final UUID orderId;
        private final Semaphore news = new Semaphore(0);

        private Following(UUID orderId) {
            this.orderId = orderId;
        }

        /**
         * Returns as soon as there are news, or have been since the last call; at the latest after {@code atMost}; at once when
         * the service stops.
         *
         * @return false if the service stops
         */
        public boolean await(Duration atMost) throws InterruptedException {
            if (running && news.tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                news.drainPermits();
            }
            return running;
        }

        private void wake() {
            news.release();
        }

        @Override
        public void close() {
            followers.computeIfPresent(orderId, (id, all) -> {
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

    /** Before the web server, which waits for the requests that are under way. */
    @Override
    public int getPhase() {
        return DEFAULT_PHASE;
    }
}
