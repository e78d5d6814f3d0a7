package dev.layeredsaga.paymentstub.attempt;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Delays the gateway. */
@FunctionalInterface
public interface Pause {

    /**
     * Returns when the duration has elapsed, or earlier if the gateway is closing.
     *
     * @throws java.util.concurrent.CancellationException if the thread is interrupted
     */
    void pause(Duration duration);

    /** A pause in real time; {@link #close()} ends all pauses. Thread-safe. */
    final class ClosablePause implements Pause, AutoCloseable {

        private final CountDownLatch closed = new CountDownLatch(1);

        @Override
        public void pause(Duration duration) {
            if (!duration.isZero()) {
                await(duration);
            }
        }

        // returns early after close(); the caller continues either way
        @SuppressWarnings("ResultOfMethodCallIgnored")
        private void await(Duration duration) {
            try {
                closed.await(duration.toNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw (CancellationException) new CancellationException("interrupted while pausing").initCause(e);
            }
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }
}
