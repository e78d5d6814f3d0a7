package dev.layeredsaga.chassis.problem;

import dev.layeredsaga.messaging.failure.FailureKind;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.util.DisconnectedClientHelper;

/**
 * Decides whether a failed request may succeed later, and logs the failure. Database failures are logged without a stack trace and
 * at most once a second, because every request of an outage fails in the same way; others with their stack trace, unless it is the client
 * that has gone. Thread-safe.
 */
public final class FailedRequests {

    private static final Logger log = LoggerFactory.getLogger(FailedRequests.class);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(1);

    private final Map<FailureKind, Long> lastLine = new EnumMap<>(FailureKind.class);
    private long unlogged;

    /** Logs the failure, and returns true if the same request may succeed later (503 instead of 500). */
    public boolean isTemporary(Throwable failure) {
        FailureKind kind = FailureKind.of(failure);
        if (kind == FailureKind.UNKNOWN && DisconnectedClientHelper.isClientDisconnectedException(failure)) {
            log.debug("a client has gone: {}", failure.toString());
        } else if (kind == FailureKind.UNKNOWN || kind == FailureKind.MALFORMED) {
            log.error("a request failed", failure);
        } else {
            logNowAndThen(kind, failure);
        }
        return kind == FailureKind.DATABASE;
    }

    private synchronized void logNowAndThen(FailureKind kind, Throwable failure) {
        long now = System.nanoTime();
        Long last = lastLine.get(kind);
        if (last != null && now - last < BETWEEN_LINES.toNanos()) {
            unlogged++;
            return;
        }
        lastLine.put(kind, now);
        String what = kind == FailureKind.DATABASE ? "database unavailable" : "database refused the values";
        log.warn("{}: {} ({} more since the last line)", what, FailureKind.reasonOf(failure), unlogged);
        unlogged = 0;
    }
}
