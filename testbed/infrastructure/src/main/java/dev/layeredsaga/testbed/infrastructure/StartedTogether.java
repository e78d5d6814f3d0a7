package dev.layeredsaga.testbed.infrastructure;

import dev.layeredsaga.testbed.infrastructure.Infrastructure.StartListener;
import dev.layeredsaga.testbed.infrastructure.server.Server;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;

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
            startInParallel(List.of(postgres(), kafka(), redis()));
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

    /**
     * Returns, or throws the first failure, only after all starts have finished, so that the running servers can be stopped
     * without a race.
     */
    private void startInParallel(List<? extends Server> servers) {
        try (var threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().name("start-", 1).factory())) {
            var starts = servers.stream()
                    .map(server -> CompletableFuture.runAsync(() -> start(server), threads))
                    .toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(starts).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }

    private void start(Server server) {
        long begin = System.nanoTime();
        server.start();
        listener.started(server, Duration.ofNanos(System.nanoTime() - begin));
    }
}
