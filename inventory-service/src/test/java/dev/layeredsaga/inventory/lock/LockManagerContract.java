package dev.layeredsaga.inventory.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract of every lock manager. */
public abstract class LockManagerContract {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final String key = "1-" + UUID.randomUUID();
    private final String laterKey = "2-" + UUID.randomUUID();
    private int unsynchronised;

    /** Creates a lock manager with these settings; all lock managers of one test lock the same keys. */
    protected abstract LockManager lockManager(LockingProperties settings);

    protected final LockManager lockManager(String wait, String lease) {
        return lockManager(
                new LockingProperties(LockingProperties.Provider.REDIS, Duration.parse(wait), Duration.parse(lease)));
    }

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    @Test
    void letsOneInAtATime() throws Exception {
        LockManager locks = lockManager("PT1M", "PT2M");
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
    void runsTheWorkOnTheCallingThread() {
        assertThat(lockManager("PT1M", "PT2M").withLock(keys(key), Thread::currentThread))
                .isEqualTo(new Locked.Done<>(Thread.currentThread()));
    }

    @Test
    void waitsForABoundedTimeOnly() {
        LockManager locks = lockManager("PT0.1S", "PT2M");
        holdInBackground(locks, keys(key));
        assertThat(locks.withLock(keys(key), () -> "done"))
                .isEqualTo(new Locked.TimedOut<String>(Duration.ofMillis(100)));
    }

    @Tag("timing")
    @Test
    void waitsNotMuchLongerThanItMay() {
        LockManager locks = lockManager("PT0.1S", "PT2M");
        holdInBackground(locks, keys(key));
        long start = System.nanoTime();
        assertThat(locks.withLock(keys(key), () -> "done")).isInstanceOf(Locked.TimedOut.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void givesBackWhatItHoldsIfALaterKeyCannotBeHadInTime() {
        LockManager locks = lockManager("PT0.1S", "PT2M");
        holdInBackground(locks, keys(laterKey));
        assertThat(locks.withLock(keys(key, laterKey), () -> "done")).isInstanceOf(Locked.TimedOut.class);
        assertThat(lockManager("PT1M", "PT2M").withLock(keys(key), () -> "done"))
                .isEqualTo(new Locked.Done<>("done"));
    }

    @Test
    void letsDifferentKeysRunInParallel() {
        LockManager locks = lockManager("PT1M", "PT2M");
        holdInBackground(locks, keys(key));
        assertThat(locks.withLock(keys(laterKey), () -> "done")).isEqualTo(new Locked.Done<>("done"));
    }

    @Test
    void doesNotDeadlockOnOverlappingKeys() throws Exception {
        LockManager locks = lockManager("PT1M", "PT2M");
        String third = UUID.randomUUID().toString();
        List<Callable<Object>> work = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            SortedSet<String> some = List.of(keys(key, laterKey), keys(third, key), keys(laterKey, third))
                    .get(i % 3);
            work.add(() -> locks.withLock(some, () -> "done"));
        }
        for (Future<Object> done : threads.invokeAll(work)) {
            assertThat(done.get()).isEqualTo(new Locked.Done<>("done"));
        }
    }

    @Test
    void holdsNoKeyBehindTheOneItWaitsFor() {
        String last = "3-" + UUID.randomUUID();
        CountDownLatch over = holdInBackground(lockManager("PT1M", "PT2M"), keys(laterKey));
        LockManager patient = lockManager("PT1M", "PT2M");
        Thread waiter = Thread.startVirtualThread(() -> {
            Locked<String> unused = patient.withLock(keys(key, laterKey, last), () -> "done");
        });
        awaitWaiting(waiter);
        LockManager hasty = lockManager("PT1S", "PT2M");
        assertThat(hasty.withLock(keys(key), () -> "done"))
                .as("the one before is held")
                .isInstanceOf(Locked.TimedOut.class);
        assertThat(patient.withLock(keys(last), () -> "done")).isEqualTo(new Locked.Done<>("done"));
        over.countDown();
    }

    @Test
    void locksManyKeysTogether() {
        LockManager locks = lockManager("PT1M", "PT2M");
        SortedSet<String> many = new TreeSet<>();
        for (int i = 0; i < 150; i++) {
            many.add(key + "-" + i);
        }
        CountDownLatch over = holdInBackground(locks, many);
        LockManager hasty = lockManager("PT0.01S", "PT2M");
        for (String one : many) {
            assertThat(hasty.withLock(keys(one), () -> "done")).isInstanceOf(Locked.TimedOut.class);
        }
        over.countDown();
        assertThat(locks.withLock(many, () -> "done")).isEqualTo(new Locked.Done<>("done"));
    }

    @Test
    void unlocksWhenTheWorkFailsAndHandsOnTheVeryException() {
        LockManager locks = lockManager("PT1M", "PT2M");
        RuntimeException failure = new IllegalArgumentException("no");
        assertThatThrownBy(() -> locks.withLock(keys(key), () -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(locks.withLock(keys(key), () -> "done")).isEqualTo(new Locked.Done<>("done"));
    }

    @Test
    void reportsWorkThatHasOutlivedItsLease() {
        LockManager hasty = lockManager("PT1S", "PT1.1S");
        LockManager patient = lockManager("PT1M", "PT2M");
        Locked<Locked<String>> outer =
                hasty.withLock(keys(key), () -> runElsewhere(() -> patient.withLock(keys(key), () -> "taken over")));
        assertThat(outer).isEqualTo(new Locked.Overrun<>(new Locked.Done<>("taken over"), Duration.ofMillis(1100)));
        assertThat(patient.withLock(keys(key), () -> "free")).isEqualTo(new Locked.Done<>("free"));
    }

    @Test
    void handsOnTheVeryExceptionOfWorkThatHasOutlivedItsLease() {
        LockManager hasty = lockManager("PT1S", "PT1.1S");
        RuntimeException failure = new IllegalArgumentException("no");
        assertThatThrownBy(() -> hasty.withLock(keys(key), () -> {
                    holdInBackground(lockManager("PT1M", "PT2M"), keys(key));
                    throw failure;
                }))
                .isSameAs(failure);
    }

    @Test
    void doesNotFreeTheSuccessorsLockWithALateUnlock() {
        LockManager hasty = lockManager("PT1S", "PT1.1S");
        LockManager patient = lockManager("PT1M", "PT2M");
        Locked<CountDownLatch> late = hasty.withLock(keys(key), () -> holdInBackground(patient, keys(key)));
        assertThat(late).isInstanceOf(Locked.Overrun.class);
        assertThat(hasty.withLock(keys(key), () -> "third")).isInstanceOf(Locked.TimedOut.class);
        ((Locked.Overrun<CountDownLatch>) late).value().countDown();
        assertThat(patient.withLock(keys(key), () -> "done")).isEqualTo(new Locked.Done<>("done"));
    }

    @Test
    void leavesNothingLockedForAnInterruptedWaiter() throws Exception {
        LockManager patient = lockManager("PT1M", "PT2M");
        CountDownLatch over = holdInBackground(patient, keys(laterKey));
        AtomicBoolean worked = new AtomicBoolean();
        AtomicBoolean stillInterrupted = new AtomicBoolean();
        Thread waiter = Thread.startVirtualThread(() -> {
            Locked<Object> unused = patient.withLock(keys(key, laterKey), () -> worked.getAndSet(true));
            stillInterrupted.set(Thread.currentThread().isInterrupted());
        });
        awaitWaiting(waiter);
        waiter.interrupt();
        waiter.join();
        assertThat(stillInterrupted).isTrue();
        over.countDown();
        assertThat(patient.withLock(keys(key, laterKey), () -> "done")).isEqualTo(new Locked.Done<>("done"));
        assertThat(worked).isFalse();
    }

    @Test
    void unlocksWhenTheWorkIsInterrupted() {
        LockManager locks = lockManager("PT1M", "PT2M");
        Locked<String> interrupted = locks.withLock(keys(key), () -> {
            Thread.currentThread().interrupt();
            return "interrupted";
        });
        assertThat(Thread.interrupted()).isTrue();
        assertThat(interrupted).isEqualTo(new Locked.Done<>("interrupted"));
        assertThat(locks.withLock(keys(key), () -> "done")).isEqualTo(new Locked.Done<>("done"));
    }

    @Test
    void runsWorkWithoutKeysAtOnce() {
        assertThat(lockManager("PT0.1S", "PT1S").withLock(keys(), () -> "done")).isEqualTo(new Locked.Done<>("done"));
    }

    private int incrementSlowly() {
        int seen = unsynchronised;
        LockSupport.parkNanos(1_000); // lets other threads interleave
        unsynchronised = seen + 1;
        return unsynchronised;
    }

    /** Returns once the keys are held; they stay held until the latch is opened. */
    protected final CountDownLatch holdInBackground(LockManager locks, SortedSet<String> held) {
        CountDownLatch over = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Future<?> unused = threads.submit(() -> locks.withLock(held, () -> {
            begun.countDown();
            return awaitQuietly(over);
        }));
        assertThat(awaitQuietly(begun)).isTrue();
        return over;
    }

    protected static void awaitWaiting(Thread thread) {
        await().pollInterval(Duration.ofMillis(2)).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    }

    private static boolean awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private <T> T runElsewhere(Callable<T> task) {
        try {
            return threads.submit(task).get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    protected static SortedSet<String> keys(String... keys) {
        return new TreeSet<>(Set.of(keys));
    }
}
