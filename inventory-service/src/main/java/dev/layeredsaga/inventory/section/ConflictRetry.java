package dev.layeredsaga.inventory.section;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Decides on the repetition of a transaction that lost against another one: exponential backoff with full jitter. */
@Component
class ConflictRetry {

    private static final int LONGEST_PAUSE_MILLIS = 64;

    // an attempt may have waited for a row that another transaction keeps, for as long as lock_timeout allows
    private static final long LONGEST_NANOS = Duration.ofSeconds(1).toNanos();

    private final int attempts;
    private final Counter conflicts;

    /** @param attempts the most attempts for a transaction; default 24, which takes about half a second of pauses */
    ConflictRetry(@Value("${inventory.section.attempts:24}") int attempts, MeterRegistry meters) {
        this.attempts = attempts;
        this.conflicts = Counter.builder("inventory.section.conflicts")
                .description("Transactions that lost against another one and were repeated")
                .register(meters);
    }

    /**
     * Counts a lost attempt, and pauses before the next one.
     *
     * @param begin the {@link System#nanoTime} at the first attempt
     * @return false if it was the last attempt, or no time is left for another one
     */
    boolean pauseAfter(int attempt, long begin) {
        conflicts.increment();
        if (attempt >= attempts || System.nanoTime() - begin > LONGEST_NANOS) {
            return false;
        }
        int longest = Math.min(LONGEST_PAUSE_MILLIS, 1 << Math.min(attempt, 6));
        try {
            Thread.sleep(ThreadLocalRandom.current().nextInt(longest + 1));
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
