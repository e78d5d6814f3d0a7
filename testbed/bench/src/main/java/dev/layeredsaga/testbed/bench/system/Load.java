package dev.layeredsaga.testbed.bench.system;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import dev.layeredsaga.testbed.bench.measure.Latencies;
import dev.layeredsaga.testbed.bench.measure.OpenLoop;
import dev.layeredsaga.testbed.bench.measure.Times;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Places orders of random items and counts their outcomes. For one run. */
final class Load {

    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    /** More permits than there can be orders in flight; used to count those in flight. */
    private static final int MANY = 1_000_000;

    /** Interval at which another order is added to those in flight. */
    private static final Duration RAMP = Duration.ofMillis(1);

    /** The same arrivals for every system and in every round. */
    private static final long SEED = 7;

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
     * The figures of a run.
     *
     * @param perSecond orders per second confirmed within the measuring time
     * @param times from an order's intended placement to its last event
     * @param ends the number of orders by their last event
     */
    record Figures(double perSecond, Times times, Map<String, Long> ends) {

        long confirmed() {
            return ends.getOrDefault(Orders.CONFIRMED, 0L);
        }
    }

    /** Keeps a fixed number of orders in flight: when one has ended, the next is placed. */
    Figures closed(int underWay, Duration howLong) throws InterruptedException {
        Semaphore places = new Semaphore(0);
        long end = System.nanoTime() + howLong.toNanos();
        int begun = 0;
        while (System.nanoTime() < end) {
            if (begun < underWay) {
                // ramp up instead of starting all at once
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

    /** Places orders at a mean rate and at random times, as independent customers do, regardless of their outcome. */
    Figures open(double perSecond, Duration howLong) throws InterruptedException {
        Semaphore places = new Semaphore(MANY);
        long end = System.nanoTime() + howLong.toNanos();
        new OpenLoop(perSecond, howLong, new Random(SEED)).run(intended -> {
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
            if (now < end && Orders.CONFIRMED.equals(type)) {
                completedInTime.increment();
            }
            places.release();
        });
    }

    private Figures whenAllHaveEnded(Semaphore places, int all, Duration howLong) throws InterruptedException {
        if (!places.tryAcquire(all, TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
            say("%n%d orders have not ended%n", all - places.availablePermits());
        }
        Map<String, Long> counts = new TreeMap<>();
        ends.forEach((end, count) -> counts.put(end, count.sum()));
        return new Figures(completedInTime.sum() / (howLong.toMillis() / 1e3), latencies.times(), counts);
    }
}
