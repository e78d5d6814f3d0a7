package dev.layeredsaga.inventory.lock.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.inventory.lock.LockManager;
import dev.layeredsaga.inventory.lock.LockManagerContract;
import dev.layeredsaga.inventory.lock.Locked;
import dev.layeredsaga.inventory.lock.LockingProperties;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ActorLockManagerTest extends LockManagerContract {

    private final Actors actors = new Actors(Duration.ofMinutes(1));

    @Override
    protected LockManager lockManager(LockingProperties settings) {
        return new ActorLockManager(actors, settings);
    }

    @AfterEach
    void stopActors() {
        actors.close();
    }

    @Test
    void servesWaitersInTheOrderInWhichTheyCame() throws Exception {
        LockManager locks = lockManager("PT10S", "PT20S");
        CountDownLatch over = holdInBackground(locks, keys("seat"));
        List<Integer> served = new CopyOnWriteArrayList<>();
        List<Thread> waiters = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int number = i;
            waiters.add(startWaiting(locks, () -> served.add(number)));
        }
        over.countDown();
        for (Thread waiter : waiters) {
            waiter.join();
        }
        assertThat(served)
                .containsExactlyElementsOf(IntStream.range(0, 20).boxed().toList());
    }

    @Test
    void skipsAWaiterWhoHasGivenUp() {
        CountDownLatch over = holdInBackground(lockManager("PT5S", "PT60S"), keys("seat"));
        assertThat(lockManager("PT0.05S", "PT60S").withLock(keys("seat"), () -> "late"))
                .isInstanceOf(Locked.TimedOut.class);
        over.countDown();
        assertThat(lockManager("PT5S", "PT60S").withLock(keys("seat"), () -> "next"))
                .isEqualTo(new Locked.Done<>("next"));
    }

    @Test
    void refusesAtOnceThoseForWhomTheMailboxHasNoRoom() {
        Duration lease = Duration.ofHours(2);
        LockManager locks = lockManager("PT1H", "PT2H");
        CountDownLatch over = holdInBackground(locks, keys("seat"));
        for (int i = 0; i < KeyActor.MAILBOX; i++) {
            Turn givenUp = new Turn("seat", lease);
            assertThat(actors.send(givenUp)).isTrue();
            givenUp.leave();
        }

        assertThat(actors.send(new Turn("seat", lease))).isFalse();
        assertThat(locks.withLock(keys("seat"), () -> "one too many"))
                .isInstanceOf(Locked.TimedOut.class)
                .isNotEqualTo(new Locked.TimedOut<>(Duration.ofHours(1)));

        over.countDown();
        await().until(() -> locks.withLock(keys("seat"), () -> "next").equals(new Locked.Done<>("next")));
    }

    @Test
    void cancelsWorkAtTheEndOfItsLeaseWithoutAnInterrupt() {
        LockManager hasty = lockManager("PT1S", "PT1.1S");
        LockManager patient = lockManager("PT1M", "PT2M");

        Locked<Boolean> late = await().until(
                        () -> hasty.withLock(keys("seat"), lease -> {
                            holdInBackground(patient, keys("seat")).countDown();
                            return lease.hasEnded() && !Thread.currentThread().isInterrupted();
                        }),
                        result -> !(result instanceof Locked.TimedOut));

        assertThat(late).isEqualTo(new Locked.Overrun<>(true, Duration.ofMillis(1100)));
        assertThat(patient.withLock(keys("seat"), LockManager.Lease::hasEnded)).isEqualTo(new Locked.Done<>(false));
    }

    @Test
    void sweepsAwayIdleActorsOnly() {
        LockManager locks = lockManager("PT5S", "PT10S");
        holdInBackground(locks, keys("held"));
        assertThat(locks.withLock(keys("seat", "table"), () -> "done")).isEqualTo(new Locked.Done<>("done"));
        assertThat(actors.count()).isEqualTo(3);
        await().untilAsserted(() -> {
            actors.tick();
            assertThat(actors.count()).isOne();
        });
        assertThat(lockManager("PT0.05S", "PT10S").withLock(keys("held"), () -> "two at once"))
                .isInstanceOf(Locked.TimedOut.class);
        assertThat(locks.withLock(keys("seat"), () -> "again")).isEqualTo(new Locked.Done<>("again"));
    }

    @Test
    void neverWorksWithoutTimeToWaitForAnActorsAnswer() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> lockManager("PT0S", "PT1S"))
                .withMessageContaining("wait-time");
    }

    private static Thread startWaiting(LockManager locks, Runnable work) {
        Thread waiter = Thread.startVirtualThread(() -> {
            Locked<Boolean> unused = locks.withLock(keys("seat"), () -> {
                work.run();
                return true;
            });
        });
        awaitWaiting(waiter);
        return waiter;
    }
}
