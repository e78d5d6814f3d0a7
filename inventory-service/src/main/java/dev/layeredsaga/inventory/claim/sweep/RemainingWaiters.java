package dev.layeredsaga.inventory.claim.sweep;

import static dev.layeredsaga.inventory.claim.command.ClaimScope.MOST_SERVED;

import dev.layeredsaga.inventory.claim.Claims;
import dev.layeredsaga.inventory.queue.QueueProperties;
import dev.layeredsaga.inventory.queue.Timeouts;
import dev.layeredsaga.inventory.queue.WaitQueue;
import dev.layeredsaga.inventory.queue.Waiter;
import dev.layeredsaga.inventory.queue.WaiterTable;
import dev.layeredsaga.inventory.section.Section;
import dev.layeredsaga.messaging.heartbeat.WakeUp;
import dev.layeredsaga.messaging.sweep.RowSweep;
import dev.layeredsaga.messaging.sweep.Sweep.Schedule;
import dev.layeredsaga.messaging.time.DatabaseClock;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Serves the waiters that nothing else has served: those that a section has left to later ones, and those behind one that no longer keeps
 * stock from them. Each item has its own sections. A waiter that cannot be served, as another of its items fails, is passed over, and tried
 * again later.
 */
@Configuration(proxyBeanMethods = false)
class RemainingWaiters {

    private static final Logger log = LoggerFactory.getLogger(RemainingWaiters.class);

    /** The time after which a waiter that was passed over is tried again. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final WaiterTable queue;
    private final Section section;
    private final Claims claims;
    private final Timeouts timeouts;
    private final Duration interval;

    RemainingWaiters(
            WaiterTable queue,
            Section section,
            Claims claims,
            Timeouts timeouts,
            @Value("${inventory.reaper.interval:1s}") Duration interval) {
        this.queue = queue;
        this.section = section;
        this.claims = claims;
        this.timeouts = timeouts;
        this.interval = interval;
    }

    @Bean
    RowSweep<String> partlyServedItems() {
        return new PartlyServed();
    }

    @Bean
    RowSweep<String> itemsNoLongerKept(QueueProperties settings) {
        return new NoLongerKept(settings.keptFor());
    }

    private List<Waiter> behind(long position, String sku) {
        return queue.behind(position, List.of(sku), WaitQueue.LOOK_AHEAD);
    }

    /** Returns zero while there are waiters. */
    private Duration untilMayServe() {
        Duration untilFirst = queue.untilFirstGivesUp();
        return untilFirst.equals(DatabaseClock.NOT_KNOWN) ? untilFirst : Duration.ZERO;
    }

    private static SortedSet<String> skus(String sku, List<Waiter> waiters) {
        SortedSet<String> skus = new TreeSet<>(Set.of(sku));
        waiters.forEach(waiter -> skus.addAll(waiter.quantities().keySet()));
        return skus;
    }

    /** One section a batch, so that the heart beats between two, and the queue that has waited longest comes first. */
    private final class PartlyServed implements RowSweep<String> {

        /** The items with waiters that have been passed over, and the time at which to try again. */
        private final Map<String, Long> passedOver = new ConcurrentHashMap<>();

        @Override
        public Schedule schedule() {
            return new Schedule("items with waiters to serve", interval, 1);
        }

        @Override
        public Duration untilNext() {
            return untilMayServe();
        }

        @Override
        public WakeUp wokenBy() {
            return timeouts;
        }

        @Override
        public List<String> find(int limit, Collection<String> except) {
            List<String> skus = queue.partlyServed(except, limit);
            return skus.isEmpty() ? toTryAgain(except, limit) : skus;
        }

        private List<String> toTryAgain(Collection<String> except, int limit) {
            long now = System.nanoTime();
            return passedOver.entrySet().stream()
                    .filter(item -> item.getValue() - now <= 0 && !except.contains(item.getKey()))
                    .map(Map.Entry::getKey)
                    .limit(limit)
                    .toList();
        }

        @Override
        public int handle(List<String> skus) {
            skus.forEach(sku ->
                    queue.servedUpTo(sku).ifPresentOrElse(position -> serve(sku, position), () -> tryAgain(sku)));
            return skus.size();
        }

        private void serve(String sku, long position) {
            List<Waiter> waiters = behind(position, sku);
            List<Waiter> first = waiters.stream().limit(1).toList();
            try {
                section.run(
                        skus(sku, waiters),
                        () -> claims.serveLeft(sku, MOST_SERVED),
                        () -> skus(sku, first),
                        () -> claims.serveLeft(sku, 1));
            } catch (RuntimeException e) {
                if (first.isEmpty()) {
                    throw e;
                }
                Waiter waiter = first.getFirst();
                section.run(skus(sku, List.of()), () -> claims.passOver(sku, position, waiter.position()));
                passedOver.put(sku, System.nanoTime() + PAUSE.toNanos());
                log.info("waiter {} for {} is passed over: {}", waiter.sagaId(), sku, e.toString());
            }
        }

        private void tryAgain(String sku) {
            if (passedOver.containsKey(sku)) {
                section.run(skus(sku, List.of()), () -> claims.serve(sku, 0));
                passedOver.remove(sku);
            }
        }
    }

    /**
     * Goes through the items in their order, each once in a run, as those served may look the same to the next query. A run looks back
     * to the one before, and the first one an hour; what is found stays to be handled until it is.
     */
    private final class NoLongerKept implements RowSweep<String> {

        private static final int BATCH = 10;
        private static final Duration FIRST = Duration.ofHours(1);

        /** For transactions that were under way at the last run. */
        private static final Duration MARGIN = Duration.ofSeconds(10);

        private final Duration keptFor;
        private String last = "";
        private final Set<String> unhandled = new LinkedHashSet<>();
        private long from;
        private long begun = System.nanoTime() - FIRST.toNanos();

        NoLongerKept(Duration keptFor) {
            this.keptFor = keptFor;
        }

        @Override
        public Schedule schedule() {
            return new Schedule("items no longer kept for a waiter", interval, BATCH);
        }

        @Override
        public Duration untilNext() {
            return untilMayServe();
        }

        @Override
        public WakeUp wokenBy() {
            return timeouts;
        }

        @Override
        public synchronized List<String> find(int limit, Collection<String> except) {
            boolean begins = last.isEmpty();
            long now = System.nanoTime();
            long since = begins ? begun : from;
            List<String> found =
                    queue.noLongerKept(keptFor, Duration.ofNanos(now - since).plus(MARGIN), last, except, limit);
            if (begins) {
                from = since;
                begun = now;
            }
            last = found.size() < limit ? "" : found.getLast();
            unhandled.addAll(found);
            return unhandled.stream()
                    .filter(sku -> !except.contains(sku))
                    .limit(limit)
                    .toList();
        }

        @Override
        public synchronized int handle(List<String> skus) {
            skus.forEach(sku -> section.run(
                    skus(sku, behind(0, sku)),
                    () -> claims.serve(sku, MOST_SERVED),
                    () -> skus(sku, List.of()),
                    () -> claims.serve(sku, 0)));
            skus.forEach(unhandled::remove);
            return skus.size();
        }
    }
}
