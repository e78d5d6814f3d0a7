package dev.layeredsaga.inventory.claim.sweep;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Remembers the failed rows of a sweep, and when to retry each: after 1 s, 2 s, 4 s, up to 1 min. */
final class FailingRows {

    private static final Logger log = LoggerFactory.getLogger(FailingRows.class);
    private static final int MOST_DOUBLINGS = 6;
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    private static final Duration BETWEEN_REPORTS = Duration.ofMinutes(1);

    private final Map<UUID, Failure> failures = new ConcurrentHashMap<>();
    private long nextReport = System.nanoTime();

    private record Failure(int times, long nextTry, String reason) {}

    /** Returns true unless the row has failed and its pause is not over. */
    boolean mayBeTried(UUID id) {
        Failure failure = failures.get(id);
        return failure == null || System.nanoTime() - failure.nextTry() >= 0;
    }

    void failed(UUID id, String reason) {
        Failure earlier = failures.get(id);
        int times = earlier == null ? 1 : earlier.times() + 1;
        long doubled =
                Duration.ofSeconds(1L << Math.min(times - 1, MOST_DOUBLINGS)).toNanos();
        long pause = Math.min(doubled, LONGEST_PAUSE.toNanos());
        failures.put(id, new Failure(times, System.nanoTime() + pause, reason));
    }

    void succeeded(UUID id) {
        failures.remove(id);
    }

    /** Forgets rows that were not found again: they have ended in another way. */
    void forgetAllBut(Set<UUID> found) {
        failures.keySet().retainAll(found);
    }

    int count() {
        return failures.size();
    }

    /** Logs one line a minute as long as rows fail. */
    void report(String kind) {
        long now = System.nanoTime();
        if (now - nextReport < 0) {
            return;
        }
        failures.entrySet().stream().findFirst().ifPresent(first -> {
            nextReport = now + BETWEEN_REPORTS.toNanos();
            log.warn(
                    "{} overdue {} could not be ended and will be tried again; {} failed {} times: {}",
                    failures.size(),
                    kind,
                    first.getKey(),
                    first.getValue().times(),
                    first.getValue().reason());
        });
    }
}
