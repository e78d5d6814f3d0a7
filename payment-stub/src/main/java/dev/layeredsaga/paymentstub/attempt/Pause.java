package dev.layeredsaga.paymentstub.attempt;

import java.time.Duration;

/** Delays the gateway. */
@FunctionalInterface
public interface Pause {

    /**
     * Returns when the duration has elapsed, or earlier if the gateway is closing.
     *
     * @throws java.util.concurrent.CancellationException if the thread is interrupted
     */
    void pause(Duration duration);
}
