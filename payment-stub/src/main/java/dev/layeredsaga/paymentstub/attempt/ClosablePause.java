package dev.layeredsaga.paymentstub.attempt;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Real time, cut short for everybody by {@link #close()}. Thread-safe. */
public final class ClosablePause implements Pause, AutoCloseable {

    private final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public void pause(Duration duration) {
        if (!duration.isZero()) {
            await(duration);
        }
    }

    // closing is why it may return early, and the caller goes on either way
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
