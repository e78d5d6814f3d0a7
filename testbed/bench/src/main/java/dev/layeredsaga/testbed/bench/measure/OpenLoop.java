package dev.layeredsaga.testbed.bench.measure;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Starts calls at a fixed rate: a slow call does not delay those after it. Times count from each call's intended start, so that
 * queueing shows (no coordinated omission).
 *
 * @param random the source of random gaps, as between independent callers (a Poisson process); evenly spaced if null
 */
public record OpenLoop(
        double perSecond, Duration howLong, @Nullable Random random) {

    public OpenLoop(double perSecond, Duration howLong) {
        this(perSecond, howLong, null);
    }

    /**
     * Returns when the last call has begun.
     *
     * @param begin receives the {@link System#nanoTime()} of the intended start; must return at once
     * @return the number of calls begun
     */
    public long run(LongConsumer begin) {
        long first = System.nanoTime();
        double seconds = 0;
        long many = 0;
        for (; seconds < howLong.toNanos() / 1e9; seconds += gap()) {
            many++;
            long intended = first + (long) (seconds * 1e9);
            for (long early = intended - System.nanoTime(); early > 0; early = intended - System.nanoTime()) {
                LockSupport.parkNanos(early);
            }
            begin.accept(intended);
        }
        return many;
    }

    private double gap() {
        return (random == null ? 1 : -Math.log(1 - random.nextDouble())) / perSecond;
    }
}
