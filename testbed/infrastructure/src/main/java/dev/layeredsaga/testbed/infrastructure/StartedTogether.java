package dev.layeredsaga.testbed.infrastructure;

import dev.layeredsaga.testbed.infrastructure.Infrastructure.StartListener;
import dev.layeredsaga.testbed.infrastructure.server.Server;
import dev.layeredsaga.testbed.infrastructure.server.SideBySide;
import java.time.Duration;
import java.util.stream.Stream;

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
            SideBySide.run(Stream.<Server>of(postgres(), kafka(), redis())
                    .<Runnable>map(server -> () -> start(server))
                    .toList());
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

    private void start(Server server) {
        long begin = System.nanoTime();
        server.start();
        listener.started(server, Duration.ofNanos(System.nanoTime() - begin));
    }
}
