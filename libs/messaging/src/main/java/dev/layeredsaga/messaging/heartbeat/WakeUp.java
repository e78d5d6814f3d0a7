package dev.layeredsaga.messaging.heartbeat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Wakes loops that rest while there is nothing to do. Thread-safe. */
public class WakeUp {

    private final List<Consumer<Duration>> loops = new CopyOnWriteArrayList<>();

    /**
     * Adds a loop.
     *
     * @param loop called with the time until there is something to do, in the thread that has made it so, often; must not block
     */
    public final void wakes(Consumer<Duration> loop) {
        loops.add(loop);
    }

    /** Wakes the loops: there is something to do after the given time. */
    public final void in(Duration time) {
        loops.forEach(loop -> loop.accept(time));
    }

    /** Wakes the loops: there is something to do now. */
    public final void now() {
        in(Duration.ZERO);
    }
}
