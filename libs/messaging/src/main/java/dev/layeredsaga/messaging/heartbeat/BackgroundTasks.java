package dev.layeredsaga.messaging.heartbeat;

import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tasks that a service repeats on threads of their own, with a {@link Heartbeat} each. After a round that throws, an {@link Error} included, the
 * next begins half a second later at the earliest; of such rounds in a row, the first, second, fourth, eighth and so on are logged.
 * Thread-safe.
 */
public final class BackgroundTasks {

    private static final Logger log = LoggerFactory.getLogger(BackgroundTasks.class);

    private static final Duration PAUSE_AFTER_A_FAILURE = Duration.ofMillis(500);

    private final Heartbeats heartbeats;
    private final ScheduledThreadPoolExecutor threads;
    private final List<Heartbeat> beating = new CopyOnWriteArrayList<>();

    /**
     * @param name the prefix of the threads' names
     * @param most the number of tasks that will be added
     */
    public BackgroundTasks(String name, int most, Heartbeats heartbeats) {
        this.heartbeats = heartbeats;
        this.threads = new ScheduledThreadPoolExecutor(
                most, Thread.ofPlatform().name(name + "-", 0).daemon().factory(), new DiscardPolicy());
        threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /**
     * Repeats a task until it is stopped, for the first time after one pause. One round runs at a time.
     *
     * @param name names it in liveness and in the log
     * @param longest the maximum time between two beats of its heart, which beats at the begin of each round and whenever the task has
     *     it beat
     */
    public void repeat(String name, Duration pause, Duration longest, Consumer<Heartbeat> task) {
        Heartbeat heartbeat = heartbeats.register(name, longest);
        beating.add(heartbeat);
        schedule(new Task(name, pause, heartbeat, task, new AtomicInteger()), pause);
    }

    /** @param failures the number of rounds in a row that have failed */
    private record Task(
            String name, Duration pause, Heartbeat heartbeat, Consumer<Heartbeat> work, AtomicInteger failures) {}

    private void schedule(Task task, Duration pause) {
        var unused = threads.schedule(() -> run(task), pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void run(Task task) {
        Duration pause = task.pause();
        try {
            task.heartbeat().beat();
            task.work().accept(task.heartbeat());
            task.failures().set(0);
        } catch (RuntimeException | Error e) {
            pause = Collections.max(List.of(pause, PAUSE_AFTER_A_FAILURE));
            report(task, e);
        } finally {
            schedule(task, pause);
        }
    }

    private static void report(Task task, Throwable failure) {
        int failures = task.failures().incrementAndGet();
        if (Integer.bitCount(failures) == 1) {
            // an error is found by its stack trace
            Throwable shown = failure instanceof Error ? failure : null;
            log.warn("{} failed ({} in a row), will try again: {}", task.name(), failures, failure.toString(), shown);
        }
    }

    /** Returns true once no further round begins. */
    public boolean isStopping() {
        return threads.isShutdown();
    }

    /**
     * Begins no further round, and returns when those that run have ended.
     *
     * @return false if one still runs after the given time
     */
    public boolean stop(Duration grace) {
        beating.forEach(Heartbeat::close);
        threads.shutdown();
        try {
            return threads.awaitTermination(grace.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Stops as {@link #stop} does, and interrupts what runs. */
    public boolean interrupt(Duration grace) {
        threads.shutdownNow();
        return stop(grace);
    }
}
