package dev.layeredsaga.testbed.bench.measure;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Starts calls at a fixed rate: a slow call does not delay those after it. Times count from each call's intended start, so that
 * queueing shows (no coordinated omission).
 */
public record OpenLoop(double perSecond, Duration howLong) {

    /**
     * Returns when the last call has begun.
     *
     * @param begin receives the {@link System#nanoTime()} of the intended start; must return at once
     * @return the number of calls begun
     */
    public long run(LongConsumer begin) {
        long first = System.nanoTime();
        long many = (long) (perSecond * howLong.toNanos() / 1e9);
        for (long i = 0; i < many; i++) {
            long intended = first + (long) (i * 1e9 / perSecond);
            for (long early = intended - System.nanoTime(); early > 0; early = intended - System.nanoTime()) {
                LockSupport.parkNanos(early);
            }
            begin.accept(intended);
        }
        return many;
    }
}
