package dev.layeredsaga.engine.state;

import java.time.Duration;
import java.util.function.Consumer;

/** Wakes the due-loop when the sagas are due that its instance has committed, so that it may rest until then. Thread-safe. */
public final class DueTimes {

    private volatile Consumer<Duration> loop = time -> {};

    /** Calls the loop with each time until a saga is due, in the thread that has committed it. */
    public void wake(Consumer<Duration> dueLoop) {
        loop = dueLoop;
    }

    void committed(Duration untilDue) {
        loop.accept(untilDue);
    }
}
