package dev.layeredsaga.testbed.infrastructure;

import java.util.List;

/** Servers that start in parallel and stop together, once. */
abstract class StartedTogether implements Infrastructure {

    private final StartListener listener;
    private boolean closed;

    StartedTogether(StartListener listener) {
        this.listener = listener;
    }

    @Override
    public final synchronized void start() {
        if (closed) {
            throw new IllegalStateException("Already closed");
        }
        try {
            ParallelStart.of(List.of(postgres(), kafka(), redis()), listener);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public final synchronized void close() {
        if (!closed) {
            closed = true;
            stopAndForget();
        }
    }

    /** Stops every server, started or not, and deletes temporary data. */
    abstract void stopAndForget();
}
