package dev.layeredsaga.inventory.section;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;

/** Retries a transaction that lost against another one, with exponential backoff and full jitter. */
@Component
class ConflictRetry {

    private static final int LONGEST_PAUSE_MILLIS = 64;

    // an attempt may have waited for a lock in the database, for as long as the database allows
    private static final long LONGEST_NANOS = Duration.ofSeconds(5).toNanos();

    private final int attempts;
    private final Counter conflicts;

    /** @param attempts the most attempts for a transaction; default 24, which takes about half a second of pauses */
    ConflictRetry(@Value("${inventory.section.attempts:24}") int attempts, MeterRegistry meters) {
        this.attempts = attempts;
        this.conflicts = Counter.builder("inventory.section.conflicts")
                .description("Transactions that lost against another one and were repeated")
                .register(meters);
    }

    /** @throws ConcurrencyFailureException if the last attempt lost, too, or no time was left for another one */
    <T> T untilNoConflict(Supplier<T> transaction) {
        long begin = System.nanoTime();
        for (int attempt = 1; ; attempt++) {
            try {
                return transaction.get();
            } catch (ConcurrencyFailureException | DuplicateKeyException e) {
                conflicts.increment();
                if (attempt >= attempts || System.nanoTime() - begin > LONGEST_NANOS || !pauseAfter(attempt)) {
                    throw e;
                }
            }
        }
    }

    private static boolean pauseAfter(int attempt) {
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
