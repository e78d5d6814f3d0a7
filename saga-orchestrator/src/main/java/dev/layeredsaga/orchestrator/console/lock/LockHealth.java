package dev.layeredsaga.orchestrator.console.lock;

import dev.layeredsaga.orchestrator.console.peer.PeerAnswer;
import dev.layeredsaga.orchestrator.console.peer.Peers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Knows whether the inventory works with its RLocks. Asks in the background, at most every five seconds and only while pages are
 * open, so that no page waits for the inventory. Thread-safe.
 */
@Component
class LockHealth {

    private static final Duration FRESH = Duration.ofSeconds(5);

    private final Peers peers;
    private final Clock clock;
    private final AtomicReference<Instant> asked = new AtomicReference<>(Instant.EPOCH);
    private volatile @Nullable PeerAnswer<LockPage> last;

    LockHealth(Peers peers, Clock clock) {
        this.peers = peers;
        this.clock = clock;
    }

    /** Returns the last answer; empty before the first. */
    Optional<PeerAnswer<LockPage>> last() {
        Instant now = clock.instant();
        Instant before = asked.get();
        if (now.isAfter(before.plus(FRESH)) && asked.compareAndSet(before, now)) {
            var unused = Thread.ofVirtual()
                    .name("console-lock-health")
                    .start(() -> last = peers.inventory().get(LockPage.class, "/locks?limit=1"));
        }
        return Optional.ofNullable(last);
    }
}
