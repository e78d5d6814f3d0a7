package dev.layeredsaga.testbed.bench.system;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import dev.layeredsaga.testbed.bench.measure.Latencies;
import dev.layeredsaga.testbed.bench.measure.OpenLoop;
import dev.layeredsaga.testbed.bench.measure.Percentiles;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Orders of random items, and what became of them. For one run. */
final class Load {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** More than there can be at once: for counting those that are under way. */
    private static final int MANY = 1_000_000;

    /** From one more under way to the next. */
    private static final Duration RAMP = Duration.ofMillis(1);

    private final Orders orders;
    private final int items;
    private final Latencies latencies = new Latencies();
    private final Map<String, LongAdder> ends = new ConcurrentHashMap<>();
    private final LongAdder completedInTime = new LongAdder();

    Load(Orders orders, int items) {
        this.orders = orders;
        this.items = items;
    }

    /**
     * What became of a run.
     *
     * @param perSecond orders that were confirmed within the time measured
     * @param times from when an order was meant to be placed to its last event
     * @param ends how many orders ended how
     */
    record Figures(double perSecond, Percentiles times, Map<String, Long> ends) {

        long confirmed() {
            return ends.getOrDefault("OrderConfirmed", 0L);
        }
    }

    /** So many under way at any time: when one has ended, the next is placed. */
    Figures closed(int underWay, Duration howLong) throws InterruptedException {
        Semaphore places = new Semaphore(0);
        long end = System.nanoTime() + howLong.toNanos();
        int begun = 0;
        while (System.nanoTime() < end) {
            if (begun < underWay) {
                // not all in the same moment
                places.release();
                begun++;
                LockSupport.parkNanos(RAMP.toNanos());
            }
            if (places.tryAcquire(100, TimeUnit.MILLISECONDS)) {
                order(System.nanoTime(), end, places);
            }
        }
        return whenAllHaveEnded(places, begun, howLong);
    }

    /** So many placed every second, whatever becomes of them. */
    Figures open(double perSecond, Duration howLong) throws InterruptedException {
        Semaphore places = new Semaphore(MANY);
        long end = System.nanoTime() + howLong.toNanos();
        new OpenLoop(perSecond, howLong).run(intended -> {
            places.acquireUninterruptibly();
            order(intended, end, places);
        });
        return whenAllHaveEnded(places, MANY, howLong);
    }

    private void order(long intended, long end, Semaphore places) {
        String sku = "item-" + ThreadLocalRandom.current().nextInt(items);
        CompletableFuture<String> unused = orders.place(sku).whenComplete((type, failure) -> {
            long now = System.nanoTime();
            latencies.add(now - intended);
            ends.computeIfAbsent(failure == null ? type : failure.toString(), any -> new LongAdder())
                    .increment();
            if (now < end && "OrderConfirmed".equals(type)) {
                completedInTime.increment();
            }
            places.release();
        });
    }

    private Figures whenAllHaveEnded(Semaphore places, int all, Duration howLong) throws InterruptedException {
        if (!places.tryAcquire(all, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
            say("%n%d orders have not ended%n".formatted(all - places.availablePermits()));
        }
        Map<String, Long> counts = new TreeMap<>();
        ends.forEach((end, count) -> counts.put(end, count.sum()));
        return new Figures(completedInTime.sum() / (howLong.toMillis() / 1e3), latencies.percentiles(), counts);
    }
}
