package dev.layeredsaga.testbed.failures.chaos.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.failures.audit.seen.LocksSeen.Held;
import dev.layeredsaga.testbed.failures.chaos.lock.RedisLocks.Lock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldLocksTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final HeldLocks locks = new HeldLocks();

    @Test
    void addsUpWhatOneHolderHasFromSampleToSample() {
        locks.seen(List.of(lock("anna", 5_000)), 0);
        locks.seen(List.of(lock("anna", 4_000)), SECOND);
        locks.seen(List.of(), 2 * SECOND);

        assertThat(locks.all()).containsExactly(new Held("seat", Duration.ofSeconds(1), Duration.ofSeconds(5)));
    }

    @Test
    void distinguishesHolders() {
        locks.seen(List.of(lock("anna", 5_000)), 0);
        locks.seen(List.of(lock("ben", 4_900)), SECOND);

        assertThat(locks.all()).extracting(Held::seen).containsExactly(Duration.ZERO, Duration.ZERO);
    }

    @Test
    void takesALongerTimeToLiveForAnotherHolding() {
        locks.seen(List.of(lock("anna", 4_000)), 0);
        locks.seen(List.of(lock("anna", 4_900)), SECOND);

        assertThat(locks.all()).extracting(Held::seen).containsExactly(Duration.ZERO, Duration.ZERO);
    }

    private static Lock lock(String holder, int ttlMillis) {
        return new Lock("seat", Duration.ofMillis(ttlMillis), holder);
    }
}
