package dev.layeredsaga.messaging.heartbeat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Wakes what rests in a service while it has nothing to do, once it has changed something. Thread-safe. */
public final class Activity {

    private final List<Runnable> resting = new CopyOnWriteArrayList<>();

    /** Has an action run after each commit that publishes messages. It runs in the committing thread, often, and must not block. */
    public void wake(Runnable action) {
        resting.add(action);
    }

    /** Called after such a commit. */
    public void committed() {
        resting.forEach(Runnable::run);
    }
}
