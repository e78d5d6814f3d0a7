package dev.layeredsaga.messaging.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.messaging.heartbeat.BackgroundTasks.Pace;
import dev.layeredsaga.messaging.heartbeat.BackgroundTasks.Task;
import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class BackgroundTasksTest {

    private static final Duration PAUSE = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration GRACE = Duration.ofMinutes(1);

    private final AtomicLong now = new AtomicLong();
    private final Heartbeats heartbeats = new Heartbeats(now::get);
    private final AtomicInteger rounds = new AtomicInteger();
    private final BackgroundTasks tasks = new BackgroundTasks("test", 2, 0, heartbeats);

    @AfterEach
    void stop() {
        assertThat(tasks.interrupt(GRACE)).isTrue();
    }

    @Test
    void goesOnAfterWhatATaskThrows() {
        repeat("do this", heartbeat -> {
            rounds.incrementAndGet();
            throw new IllegalStateException("always");
        });
        AtomicInteger others = new AtomicInteger();
        repeat("do that", heartbeat -> {
            others.incrementAndGet();
            throw new AssertionError("always");
        });
        tasks.start();

        await().until(() -> rounds.get() > 2 && others.get() > 2);
    }

    @Test
    void goesOnWithOneTaskWhileAnotherHangs() {
        CountDownLatch hanging = new CountDownLatch(1);
        repeat("hang", heartbeat -> awaitUninterruptibly(hanging));
        repeat("go on", heartbeat -> rounds.incrementAndGet());
        tasks.start();
        try {
            await().until(() -> rounds.get() > 2);
            now.addAndGet(LONGEST.toNanos() + 1);
            await().until(() -> heartbeats.overdue().stream().anyMatch(each -> "hang".equals(each.loop())));
            await().until(() -> heartbeats.overdue().size() == 1);
        } finally {
            hanging.countDown();
        }
    }

    @Test
    void endsTheRoundThatRunsAndBeginsNoOther() {
        CountDownLatch begun = new CountDownLatch(1);
        repeat("work", heartbeat -> {
            begun.countDown();
            await().until(heartbeat::isClosed);
            rounds.incrementAndGet();
        });
        tasks.start();
        awaitUninterruptibly(begun);

        assertThat(tasks.stop(GRACE)).isTrue();

        assertThat(rounds).hasValue(1);
        now.addAndGet(LONGEST.toNanos() + 1);
        assertThat(heartbeats.overdue()).isEmpty();
    }

    @Test
    void saysSoIfARoundDoesNotEnd() {
        CountDownLatch hanging = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        repeat("hang", heartbeat -> {
            begun.countDown();
            awaitUninterruptibly(hanging);
        });
        tasks.start();
        awaitUninterruptibly(begun);
        try {
            assertThat(tasks.stop(PAUSE)).isFalse();
        } finally {
            hanging.countDown();
        }
    }

    @Test
    void goesOnWhenItIsStartedAgain() {
        repeat("work", heartbeat -> rounds.incrementAndGet());
        tasks.start();
        await().until(() -> rounds.get() > 0);
        tasks.stop();
        int stopped = rounds.get();

        tasks.start();

        await().until(() -> rounds.get() > stopped);
    }

    @Test
    void restsWhileThereIsNothingToDoUntilItIsWokenAndThenLooksOften() {
        Task task = tasks.repeat("rest", new Pace(PAUSE, PAUSE, LONGEST), LONGEST, heartbeat -> {
            rounds.incrementAndGet();
            return LONGEST;
        });
        tasks.start();
        await().until(() -> task.untilNext().compareTo(PAUSE.multipliedBy(500)) > 0);
        int rested = rounds.get();

        task.wakeIn(Duration.ZERO);

        await().until(() -> rounds.get() > rested + 3);
    }

    @Test
    void restsNoLongerThanTheWorkKnowsNothingToDo() {
        tasks.repeat("rest", new Pace(PAUSE, PAUSE, LONGEST), LONGEST, heartbeat -> {
            rounds.incrementAndGet();
            return PAUSE.multipliedBy(2);
        });
        tasks.start();

        await().until(() -> rounds.get() > 20);
    }

    @Test
    void looksOnceMoreIfItIsWokenDuringARound() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch woken = new CountDownLatch(1);
        Task task = tasks.repeat("rest", new Pace(PAUSE, LONGEST, LONGEST), LONGEST, heartbeat -> {
            rounds.incrementAndGet();
            begun.countDown();
            awaitUninterruptibly(woken);
            return LONGEST;
        });
        tasks.start();
        awaitUninterruptibly(begun);

        task.wakeIn(Duration.ZERO);
        woken.countDown();

        await().until(() -> rounds.get() == 2);
    }

    /** Adds a task that never rests. */
    private void repeat(String name, Consumer<Heartbeat> work) {
        tasks.repeat(name, new Pace(PAUSE, PAUSE, PAUSE), LONGEST, heartbeat -> {
            work.accept(heartbeat);
            return Duration.ZERO;
        });
    }

    @Test
    void repeatsEveryBeanThatIsATaskAtOnceAndWhateverItThrows() {
        new ApplicationContextRunner()
                .withUserConfiguration(HeartbeatConfiguration.class)
                .withBean(BackgroundTask.class, () -> task("seldom", LONGEST, () -> rounds.addAndGet(1_000)))
                .withBean(
                        "often",
                        BackgroundTask.class,
                        () -> task("often", PAUSE, () -> {
                            rounds.incrementAndGet();
                            throw new SQLException("always");
                        }))
                .run(context -> await().until(() -> rounds.get() > 1_002));
    }

    private static BackgroundTask task(String name, Duration pause, Callable<?> tick) {
        return new BackgroundTask() {
            @Override
            public Schedule schedule() {
                return new Schedule(name, pause);
            }

            @Override
            public void tick() throws Exception {
                tick.call();
            }
        };
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        await().until(() -> latch.getCount() == 0);
    }
}
