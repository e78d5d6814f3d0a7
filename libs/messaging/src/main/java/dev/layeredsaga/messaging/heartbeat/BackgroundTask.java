package dev.layeredsaga.messaging.heartbeat;

import java.time.Duration;

/**
 * Work that a service repeats and that needs no batches; for rows of a table there are {@link dev.layeredsaga.messaging.sweep.Sweep sweeps}.
 * Every bean of this type is repeated by {@link BackgroundTasks} while the service runs, for the first time at once, before the service takes
 * requests and messages. None waits for another.
 */
public interface BackgroundTask {

    /** The schedule; always the same. */
    Schedule schedule();

    /**
     * Does the work once. One tick runs at a time.
     *
     * @throws Exception to have the failure logged, and the next tick half a second later at the earliest
     */
    void tick() throws Exception;

    /**
     * The times of a task.
     *
     * @param name names it in liveness and in the log
     * @param pause the pause between two ticks
     * @param longest the maximum time between the begins of two ticks, before liveness falls
     */
    record Schedule(String name, Duration pause, Duration longest) {

        /** A schedule of a tick that takes less than {@link Heartbeats#DEFAULT_LONGEST}. */
        public Schedule(String name, Duration pause) {
            this(name, pause, pause.plus(Heartbeats.DEFAULT_LONGEST));
        }
    }
}
