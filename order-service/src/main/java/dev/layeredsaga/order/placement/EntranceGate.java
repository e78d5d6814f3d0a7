package dev.layeredsaga.order.placement;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Delays the rounds that place orders while processors are short, so that orders travel in batches from the beginning instead of being
 * batched anew at every hop. A round begins no sooner than the interval G after the beginning of the last one. After each round
 *
 * <pre>
 * G = G + 0.1 (target - G)
 * target = max * clamp((stretch - 1.3) / 1.5, 0, 1), or 0 if fewer than 10 orders arrive in that time
 * stretch = median time of a round's first query / the lowest that this median was in the last half hour to hour
 * </pre>
 *
 * The first query of a round waits for a processor like every other work, so that its time shows a shortage early. The lowest
 * median, not the shortest time, means "idle": a single query is often three times as fast as the median of an idle machine. The median
 * is the quantile that stochastic approximation finds (Robbins and Monro 1951), on a logarithmic scale: 2 % up after a longer time, 2 %
 * down after a shorter one. The law, its source and its measurements are in decision 30.
 *
 * <p>An order that comes alone, after one that came alone, never waits; nor does the first one after a second without orders. Stopping the
 * service ends all waiting. Thread-safe.
 */
@Component
@EnableConfigurationProperties(GateSettings.class)
final class EntranceGate implements SmartLifecycle {

    private static final double SMOOTHING = 0.1;
    private static final double MEDIAN_STEP = 1.02;
    private static final double OPEN_BELOW = 1.3;
    private static final double RANGE = 1.5;

    /** Below this number of orders in an interval, waiting costs more than it saves. */
    private static final int COMPANY = 10;

    /** The part of a query's time that is due to each further key, with PostgreSQL 18 on the reference machine. */
    private static final long NANOS_PER_KEY = 4_000;

    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);
    private static final long HALF_WINDOW = TimeUnit.MINUTES.toNanos(30);

    private final GateSettings settings;
    private final LongSupplier nanoTime;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile boolean running;

    private double interval;
    private double median;
    private double lowest = Double.MAX_VALUE;
    private double lowestBefore = Double.MAX_VALUE;
    private long windowBegan;
    private long lastBegan;
    private int lastOrders;
    private double orders;
    private double nanosBetween;

    @Autowired
    EntranceGate(GateSettings settings, MeterRegistry meters) {
        this(settings, System::nanoTime);
        Gauge.builder("orders.placement.gate", this, gate -> gate.intervalNanos() / 1e9)
                .description("The least time between the beginnings of two rounds that place orders")
                .baseUnit("seconds")
                .register(meters);
    }

    EntranceGate(GateSettings settings, LongSupplier nanoTime) {
        this.settings = settings;
        this.nanoTime = nanoTime;
        this.windowBegan = nanoTime.getAsLong();
        this.lastBegan = windowBegan - 2 * PAUSE;
    }

    /**
     * Waits until a round may begin, the service stops, or the thread is interrupted; for {@code max} at most.
     *
     * @param waiting the number of orders that wait for the round; with as many as it takes it begins at once
     */
    void pass(int waiting, int most) {
        long delay = waiting >= most ? 0 : delayNanos(waiting);
        try {
            if (delay > 0) {
                stopped.await(delay, TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the time until a round for the waiting orders may begin. */
    synchronized long delayNanos(int waiting) {
        boolean alone = waiting == 1 && lastOrders <= 1;
        return alone ? 0 : Math.max(0, Math.round(lastBegan + intervalNanos() - nanoTime.getAsLong()));
    }

    /** Returns G. */
    synchronized double intervalNanos() {
        return Math.max((double) settings.min().toNanos(), interval);
    }

    /** Begins a round; to be called right before its first query. */
    synchronized void began(int count) {
        long now = nanoTime.getAsLong();
        long since = now - lastBegan;
        if (since > PAUSE) {
            interval = 0;
            orders = count;
            nanosBetween = PAUSE;
        } else {
            orders += SMOOTHING * (count - orders);
            nanosBetween += SMOOTHING * (since - nanosBetween);
        }
        lastBegan = now;
        lastOrders = count;
    }

    /** Adjusts the interval to the time that the first query of the round took. */
    synchronized void firstQueryTook(long nanos, int keys) {
        long fixedPart = Math.max(1, nanos - NANOS_PER_KEY * (keys - 1L));
        if (median == 0) {
            median = fixedPart;
        } else {
            median *= fixedPart > median ? MEDIAN_STEP : 1 / MEDIAN_STEP;
        }
        long now = nanoTime.getAsLong();
        if (now - windowBegan > HALF_WINDOW) {
            windowBegan = now;
            lowestBefore = lowest;
            lowest = median;
        }
        lowest = Math.min(lowest, median);
        interval += SMOOTHING * (target() - interval);
    }

    private double target() {
        double stretch = median / Math.min(lowest, lowestBefore);
        double target = settings.max().toNanos() * Math.clamp((stretch - OPEN_BELOW) / RANGE, 0, 1);
        return orders / nanosBetween * target < COMPANY ? 0 : target;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        stopped.countDown();
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
