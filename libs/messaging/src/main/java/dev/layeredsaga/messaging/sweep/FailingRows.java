package dev.layeredsaga.messaging.sweep;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers the rows of a sweep that have failed, and when to retry each: after 1 s, 2 s, 4 s, up to 1 min; always after 1 s if another
 * transaction or session has the row. Thread-safe.
 */
final class FailingRows<K> {

    private static final Logger log = LoggerFactory.getLogger(FailingRows.class);
    private static final int MOST_DOUBLINGS = 6;
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    private static final Duration BETWEEN_REPORTS = Duration.ofMinutes(1);

    private final Map<K, Failure> failures = new ConcurrentHashMap<>();
    private long nextReport = System.nanoTime();

    private record Failure(int times, long nextTry, String reason) {}

    /** Returns the rows whose pause was not over at that {@link System#nanoTime}, or has begun since. */
    Set<K> pausing(long time) {
        return failures.entrySet().stream()
                .filter(row -> row.getValue().nextTry() - time > 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** Returns the rows whose pause was over at that time. */
    Set<K> toRetry(long time) {
        Set<K> rows = new HashSet<>(failures.keySet());
        rows.removeAll(pausing(time));
        return rows;
    }

    /** @param isBusy true if another transaction or session has the row */
    void failed(K row, String reason, boolean isBusy) {
        Failure earlier = failures.get(row);
        int times = earlier == null ? 1 : earlier.times() + 1;
        long doubled = Duration.ofSeconds(isBusy ? 1 : 1L << Math.min(times - 1, MOST_DOUBLINGS))
                .toNanos();
        long pause = Math.min(doubled, LONGEST_PAUSE.toNanos());
        failures.put(row, new Failure(times, System.nanoTime() + pause, reason));
    }

    /** Forgets rows: they have been handled, or ended in another way. */
    void forget(Collection<K> rows) {
        failures.keySet().removeAll(rows);
    }

    boolean has(K row) {
        return failures.containsKey(row);
    }

    int count() {
        return failures.size();
    }

    /** Logs one line a minute as long as rows fail. */
    synchronized void report(String rows) {
        long now = System.nanoTime();
        if (now - nextReport < 0) {
            return;
        }
        failures.entrySet().stream().findFirst().ifPresent(first -> {
            nextReport = now + BETWEEN_REPORTS.toNanos();
            log.warn(
                    "{} {} could not be handled and will be tried again; {} failed {} times: {}",
                    failures.size(),
                    rows,
                    first.getKey(),
                    first.getValue().times(),
                    first.getValue().reason());
        });
    }
}
