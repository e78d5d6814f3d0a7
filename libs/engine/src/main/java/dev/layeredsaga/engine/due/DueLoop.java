package dev.layeredsaga.engine.due;

import dev.layeredsaga.engine.state.DueTimes;
import dev.layeredsaga.messaging.heartbeat.BackgroundTasks;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;
import java.time.Duration;

/**
 * Polls for due sagas, in one thread: at its interval while some are due, and else when the next is, at the latest after five seconds. It
 * is the last to start and the first to stop: what it gives back then is driven by the others while the rest of this instance is still
 * finishing.
 */
class DueLoop extends BackgroundTasks {

    /** The longest rest, for the sagas of other instances. */
    private static final Duration REST = Duration.ofSeconds(5);

    private final DueSagas dueSagas;

    DueLoop(DueSagas dueSagas, DueLoopSettings settings, DueTimes dueTimes, Heartbeats heartbeats) {
        super("due-loop", 1, Integer.MAX_VALUE, heartbeats);
        this.dueSagas = dueSagas;
        Pace pace = new Pace(settings.interval(), settings.interval(), REST);
        dueTimes.wakes(repeat("due-loop", pace, Heartbeats.DEFAULT_LONGEST, this::driveAll)::wakeIn);
    }

    private Duration driveAll(Heartbeat heartbeat) {
        Duration next = dueSagas.untilNext();
        if (next.isPositive()) {
            return next;
        }
        while (!heartbeat.isClosed() && dueSagas.drive(heartbeat::isClosed)) {
            heartbeat.beat();
        }
        return dueSagas.untilNext();
    }
}
