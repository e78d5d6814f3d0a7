package dev.layeredsaga.engine.due;

import dev.layeredsaga.messaging.heartbeat.BackgroundTasks;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;

/**
 * Looks for due sagas all the time, in one thread. It is the last to start and the first to stop: what it gives back then is driven by the others
 * while the rest of this instance is still finishing.
 */
class DueLoop extends BackgroundTasks {

    private final DueSagas dueSagas;

    DueLoop(DueSagas dueSagas, DueLoopSettings settings, Heartbeats heartbeats) {
        super("due-loop", 1, Integer.MAX_VALUE, heartbeats);
        this.dueSagas = dueSagas;
        repeat("due-loop", settings.interval(), Heartbeats.DEFAULT_LONGEST, this::driveAll);
    }

    private void driveAll(Heartbeat heartbeat) {
        while (!heartbeat.isClosed() && dueSagas.drive(heartbeat::isClosed)) {
            heartbeat.beat();
        }
    }
}
