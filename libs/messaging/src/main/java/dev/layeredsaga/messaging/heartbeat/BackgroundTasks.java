package dev.layeredsaga.messaging.heartbeat;

import dev.layeredsaga.messaging.heartbeat.BackgroundTask.Schedule;
import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
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

    /** More than a transaction takes; one that hangs for longer has lost its database, and is repeated by the next to run. */
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

    /** One round of a task that rests while there is nothing to do. */
    protected interface Work {

        /**
         * Does what there is to do, and ends if the heartbeat is closed.
         *
         * @return the time until there is more to do, as far as the work knows: zero if there may be more at once
         */
        Duration run(Heartbeat heartbeat) throws Exception;
    }

    /**
     * The times of a task that rests.
     *
     * @param first the time from the start to the first round
     * @param pause the pause after a round that may have left more to do
     * @param rest the longest pause; while there is nothing to do the pauses double up to this
     */
    public record Pace(Duration first, Duration pause, Duration rest) {}

    /** A task as others see it. Thread-safe. */
    public static final class Task {

        private final String name;
        private final Pace pace;
        private final Duration longest;
        private final Work work;
        private volatile @Nullable Loop loop;

        private Task(String name, Pace pace, Duration longest, Work work) {
            this.name = name;
            this.pace = pace;
            this.longest = longest;
            this.work = work;
        }

        /** Has the next round begin after the given time at the latest, if the task runs. Costs next to nothing if it does anyway. */
        public void wakeIn(Duration time) {
            Loop running = loop;
            if (running != null) {
                running.wakeIn(time);
            }
        }

        /** Returns the time until the next round; for tests. */
        Duration untilNext() {
            Loop running = loop;
            return running == null ? Duration.ZERO : Duration.ofNanos(running.nextAt - System.nanoTime());
        }
    }

    /**
     * Adds a task that rests while there is nothing to do, before the start. One round runs at a time.
     *
     * @param name names it in liveness and in the log
     * @param longest the maximum time between two beats of its heart, which beats at the begin of each round and whenever the task has
     *     it beat; longer than the rest
     */
    protected final Task repeat(String name, Pace pace, Duration longest, Work work) {
        Task task = new Task(name, pace, longest, work);
        tasks.add(task);
        return task;
    }

    /** Adds a task whose first round begins at once. */
    final void repeat(BackgroundTask task) {
        Schedule times = task.schedule();
        Pace pace = new Pace(Duration.ZERO, times.pause(), times.pause());
        repeat(times.name(), pace, times.longest(), heartbeat -> {
            task.tick();
            return Duration.ZERO;
        });
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
        private final List<Loop> loops =
                tasks.stream().map(task -> new Loop(task, executor, heartbeats)).toList();

        Threads() {
            executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
            executor.setRemoveOnCancelPolicy(true);
            loops.forEach(Loop::begin);
        }

        boolean end(Duration grace) {
            loops.forEach(loop -> loop.heartbeat.close());
            executor.shutdown();
            try {
                return executor.awaitTermination(grace.toNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    /** The rounds of one task, from a start to the stop. */
    private static final class Loop {

        private final Task task;
        private final ScheduledExecutorService executor;
        private final Heartbeat heartbeat;
        private Duration pause;
        private int failures;
        private boolean running;
        private @Nullable Future<?> next;
        private volatile long nextAt;

        Loop(Task task, ScheduledExecutorService executor, Heartbeats heartbeats) {
            this.task = task;
            this.executor = executor;
            this.heartbeat = heartbeats.register(task.name, task.longest);
            this.pause = task.pace.pause();
        }

        synchronized void begin() {
            task.loop = this;
            schedule(task.pace.first());
        }

        void wakeIn(Duration time) {
            long at = System.nanoTime() + time.toNanos();
            if (at - nextAt < 0) {
                wakeAt(at);
            }
        }

        /** A round that runs, or is about to, may have polled already: another one follows. */
        private synchronized void wakeAt(long at) {
            pause = task.pace.pause();
            if (at - nextAt < 0) {
                nextAt = at;
                if (!running && next != null && next.cancel(false)) {
                    schedule(Duration.ofNanos(at - System.nanoTime()));
                }
            }
        }

        private void schedule(Duration time) {
            nextAt = System.nanoTime() + time.toNanos();
            next = executor.schedule(this::run, time.toNanos(), TimeUnit.NANOSECONDS);
        }

        private void run() {
            begun();
            Duration left = PAUSE_AFTER_A_FAILURE;
            boolean failed = true;
            try {
                heartbeat.beat();
                left = task.work.run(heartbeat);
                failed = false;
            } catch (InterruptedException e) {
                // by the stop
                Thread.currentThread().interrupt();
            } catch (Exception | Error e) {
                report(e);
            } finally {
                ended(left, failed);
            }
        }

        /** From now on {@code nextAt} is what is wanted meanwhile. */
        private synchronized void begun() {
            running = true;
            long now = System.nanoTime();
            nextAt = nextAt - now > 0 ? nextAt : now + task.longest.toNanos();
        }

        private synchronized void ended(Duration left, boolean failed) {
            running = false;
            Duration shortest = task.pace.pause();
            if (failed) {
                schedule(longer(left, shortest));
                return;
            }
            failures = 0;
            Duration doubled = shorter(pause.multipliedBy(2), task.pace.rest());
            pause = left.isZero() ? shortest : doubled;
            Duration planned = longer(shortest, shorter(left, pause));
            schedule(longer(Duration.ZERO, shorter(planned, Duration.ofNanos(nextAt - System.nanoTime()))));
        }

        private void report(Throwable failure) {
            failures++;
            if (Integer.bitCount(failures) == 1) {
                // an error is found by its stack trace
                Throwable shown = failure instanceof Error ? failure : null;
                log.warn("{} failed ({} in a row), will try again: {}", task.name, failures, failure.toString(), shown);
            }
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
