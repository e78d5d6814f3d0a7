package dev.layeredsaga.testbed.bench.measure;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Begins something so many times a second, come what may: what is slow does not slow down those who come after it. Times count
 * from when each was meant to begin, so that waiting one's turn shows (no coordinated omission).
 */
public record OpenLoop(double perSecond, Duration howLong) {

    /**
     * Returns when the last one has begun.
     *
     * @param begin given the {@link System#nanoTime()} at which it is meant to begin; must return at once
     * @return how many were begun
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
