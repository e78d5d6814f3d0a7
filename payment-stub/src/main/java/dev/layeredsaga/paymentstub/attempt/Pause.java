package dev.layeredsaga.paymentstub.attempt;

import java.time.Duration;

/** How the gateway takes its time. */
@FunctionalInterface
public interface Pause {

    /**
     * Returns when the time is over, or earlier if the gateway is closing.
     *
     * @throws java.util.concurrent.CancellationException if the thread is interrupted
     */
    void pause(Duration duration);
}
