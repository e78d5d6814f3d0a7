package dev.layeredsaga.inventory.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every lock manager promises. */
public abstract class LockManagerContract {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final String key = UUID.randomUUID().toString();
    private final String otherKey = UUID.randomUUID().toString();
    private int unsynchronised;

    protected abstract LockManager lockManager(LockingProperties settings);

    private LockManager lockManager(String wait, String lease) {
        return lockManager(
                new LockingProperties(LockingProperties.Provider.REDIS, Duration.parse(wait), Duration.parse(lease)));
    }

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    @Test
    void letsOneInAtATime() throws Exception {
        LockManager locks = lockManager("PT20S", "PT30S");
        List<Callable<Object>> increments = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            increments.add(() -> locks.withLock(keys(key), this::incrementSlowly));
        }
        for (Future<Object> increment : threads.invokeAll(increments)) {
            assertThat(increment.get()).isInstanceOf(Locked.Done.class);
        }
        assertThat(unsynchronised).isEqualTo(300);
    }

    @Test
    void waitsForABoundedTimeOnly() throws Exception {
        LockManager locks = lockManager("PT0.1S", "PT10S");
        CountDownLatch over = holdInBackground(locks, keys(key));
        long start = System.nanoTime();
        Locked<String> late = locks.withLock(keys(key, otherKey), () -> "done");
        assertThat(late).isEqualTo(new Locked.TimedOut<String>(Duration.ofMillis(100)));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
        over.countDown();
        assertThat(locks.withLock(keys(otherKey), () -> "done")).isEqualTo(new Locked.Done<>("done"));
    }

    @Test
    void letsDifferentKeysRunInParallel() throws Exception {
        LockManager locks = lockManager("PT0.1S", "PT10S");
        CountDownLatch over = holdInBackground(locks, keys(key));
        assertThat(locks.withLock(keys(otherKey), () -> "done")).isEqualTo(new Locked.Done<>("done"));
        over.countDown();
    }

    @Test
    void doesNotDeadlockOnOverlappingKeys() throws Exception {
        LockManager locks = lockManager("PT10S", "PT20S");
        String third = UUID.randomUUID().toString();
        List<Callable<Object>> work = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            SortedSet<String> some = List.of(keys(key, otherKey), keys(third, key), keys(otherKey, third))
                    .get(i % 3);
            work.add(() -> locks.withLock(some, () -> "done"));
        }
        for (Future<Object> done : threads.invokeAll(work)) {
            assertThat(done.get()).isEqualTo(new Locked.Done<>("done"));
        }
    }

    @Test
    void unlocksWhenTheWorkFails() {
        LockManager locks = lockManager("PT0.1S", "PT10S");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> locks.withLock(keys(key), () -> {
                    throw new IllegalArgumentException("no");
                }));
        assertThat(locks.withLock(keys(key), () -> "done")).isEqualTo(new Locked.Done<>("done"));
    }

    @Test
    void takesAnUnlockAfterTheLeaseForNothing() {
        LockManager hasty = lockManager("PT0.01S", "PT0.05S");
        LockManager patient = lockManager("PT5S", "PT10S");
        Locked<Locked<String>> outer =
                hasty.withLock(keys(key), () -> runElsewhere(() -> patient.withLock(keys(key), () -> "taken over")));
        assertThat(outer).isEqualTo(new Locked.Done<>(new Locked.Done<>("taken over")));
    }

    @Test
    void runsWorkWithoutKeysAtOnce() {
        assertThat(lockManager("PT0.1S", "PT1S").withLock(keys(), () -> "done")).isEqualTo(new Locked.Done<>("done"));
    }

    private int incrementSlowly() {
        int seen = unsynchronised;
        LockSupport.parkNanos(1_000); // a chance for others to come between
        unsynchronised = seen + 1;
        return unsynchronised;
    }

    private CountDownLatch holdInBackground(LockManager locks, SortedSet<String> held) throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Future<?> unused = threads.submit(() -> locks.withLock(held, () -> {
            begun.countDown();
            return awaitQuietly(over);
        }));
        assertThat(begun.await(5, TimeUnit.SECONDS)).isTrue();
        return over;
    }

    private static boolean awaitQuietly(CountDownLatch latch) {
        try {
            return latch.await(8, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private <T> T runElsewhere(Callable<T> task) {
        try {
            return threads.submit(task).get(8, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static SortedSet<String> keys(String... keys) {
        return new TreeSet<>(Set.of(keys));
    }
}
