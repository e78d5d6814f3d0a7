package dev.layeredsaga.testbed.infrastructure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;

/** Starts servers in parallel. */
final class ParallelStart {

    private ParallelStart() {}

    /**
     * Returns, or throws the first failure, only after all starts have finished, so that the running servers can be stopped
     * without a race.
     */
    static void of(List<? extends Server> servers, StartListener listener) {
        try (var threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().name("start-", 1).factory())) {
            var starts = servers.stream()
                    .map(server -> CompletableFuture.runAsync(() -> start(server, listener), threads))
                    .toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(starts).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }

    private static void start(Server server, StartListener listener) {
        long begin = System.nanoTime();
        server.start();
        listener.started(server, Duration.ofNanos(System.nanoTime() - begin));
    }
}
