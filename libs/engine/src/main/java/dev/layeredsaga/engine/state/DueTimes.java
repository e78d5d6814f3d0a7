package dev.layeredsaga.engine.state;

import java.time.Duration;
import java.util.function.Consumer;

/** Tells the due-loop when the sagas are due that its instance has committed, so that it may rest until then. Thread-safe. */
public final class DueTimes {

    private volatile Consumer<Duration> loop = time -> {};

    /** Has the loop told of each time until a saga is due, in the thread that has committed it. */
    public void tell(Consumer<Duration> dueLoop) {
        loop = dueLoop;
    }

    void committed(Duration untilDue) {
        loop.accept(untilDue);
    }
}
