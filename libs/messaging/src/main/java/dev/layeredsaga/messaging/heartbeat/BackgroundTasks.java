package dev.layeredsaga.messaging.heartbeat;

import dev.layeredsaga.messaging.heartbeat.BackgroundTask.Schedule;
import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Tasks that a service repeats on threads of their own while it runs, with a {@link Heartbeat} each. After a round that throws, an {@link
 * Error} included, the next begins half a second later at the earliest; of such rounds in a row, the first, second, fourth, eighth and so on
 * are logged. A stop begins no further round and waits up to 5 s for those that run. Thread-safe.
 */
public class BackgroundTasks implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(BackgroundTasks.class);

    private static final Duration PAUSE_AFTER_A_FAILURE = Duration.ofMillis(500);

    /** More than a transaction takes; one that hangs for longer has lost its database, and is repeated by whoever runs next. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final String name;
    private final int most;
    private final int phase;
    private final Heartbeats heartbeats;
    private final List<Task> tasks = new ArrayList<>();
    private volatile @Nullable Threads running;

    /**
     * @param name the prefix of the threads' names
     * @param most the number of rounds that may run at once
     * @param phase the lower, the earlier they start and the later they stop
     */
    protected BackgroundTasks(String name, int most, int phase, Heartbeats heartbeats) {
        this.name = name;
        this.most = most;
        this.phase = phase;
        this.heartbeats = heartbeats;
    }

    /** One round of a task, which should end if its heartbeat is closed. */
    protected interface Work {

        void run(Heartbeat heartbeat) throws Exception;
    }

    private record Task(String name, Duration first, Duration pause, Duration longest, Work work) {}

    /**
     * Adds a task, before the start. Its first round begins one pause after that. One round runs at a time.
     *
     * @param name names it in liveness and in the log
     * @param longest the maximum time between two beats of its heart, which beats at the begin of each round and whenever the task has
     *     it beat
     */
    protected final void repeat(String name, Duration pause, Duration longest, Work work) {
        tasks.add(new Task(name, pause, pause, longest, work));
    }

    /** Adds a task whose first round begins at once. */
    final void repeat(BackgroundTask task) {
        Schedule times = task.schedule();
        tasks.add(new Task(times.name(), Duration.ZERO, times.pause(), times.longest(), heartbeat -> task.tick()));
    }

    @Override
    public void start() {
        running = new Threads();
    }

    @Override
    public void stop() {
        if (!stop(GRACE)) {
            log.warn("{} has not ended within {}", name, GRACE);
        }
    }

    /** Stops, and returns false if a round still runs after the given time. */
    final boolean stop(Duration grace) {
        Threads stopping = running;
        running = null;
        return stopping == null || stopping.end(grace);
    }

    /** Stops as {@link #stop} does, and interrupts what runs. */
    protected final boolean interrupt(Duration grace) {
        Threads stopping = running;
        if (stopping != null) {
            stopping.executor.shutdownNow();
        }
        return stop(grace);
    }

    @Override
    public final boolean isRunning() {
        return running != null;
    }

    @Override
    public final int getPhase() {
        return phase;
    }

    /** The threads from one start to its stop. */
    private final class Threads {

        private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(
                most, Thread.ofPlatform().name(name + "-", 0).daemon().factory(), new DiscardPolicy());
        private final List<Loop> loops = tasks.stream()
                .map(task -> new Loop(task, heartbeats.register(task.name(), task.longest()), new AtomicInteger()))
                .toList();

        /** @param failures the number of rounds in a row that have failed */
        private record Loop(Task task, Heartbeat heartbeat, AtomicInteger failures) {}

        Threads() {
            executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
            loops.forEach(loop -> schedule(loop, loop.task().first()));
        }

        private void schedule(Loop loop, Duration pause) {
            var unused = executor.schedule(() -> run(loop), pause.toNanos(), TimeUnit.NANOSECONDS);
        }

        private void run(Loop loop) {
            Duration pause = loop.task().pause();
            try {
                loop.heartbeat().beat();
                loop.task().work().run(loop.heartbeat());
                loop.failures().set(0);
            } catch (InterruptedException e) {
                // by the stop
                Thread.currentThread().interrupt();
            } catch (Exception | Error e) {
                pause = Collections.max(List.of(pause, PAUSE_AFTER_A_FAILURE));
                report(loop, e);
            } finally {
                schedule(loop, pause);
            }
        }

        private static void report(Loop loop, Throwable failure) {
            int failures = loop.failures().incrementAndGet();
            if (Integer.bitCount(failures) == 1) {
                // an error is found by its stack trace
                Throwable shown = failure instanceof Error ? failure : null;
                String task = loop.task().name();
                log.warn("{} failed ({} in a row), will try again: {}", task, failures, failure.toString(), shown);
            }
        }

        boolean end(Duration grace) {
            loops.forEach(loop -> loop.heartbeat().close());
            executor.shutdown();
            try {
                return executor.awaitTermination(grace.toNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
