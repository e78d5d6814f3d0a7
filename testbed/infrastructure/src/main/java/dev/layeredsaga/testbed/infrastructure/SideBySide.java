package dev.layeredsaga.testbed.infrastructure;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** Starts in parallel. */
public final class SideBySide {

    private SideBySide() {}

    /**
     * Runs each start in a thread of its own. Returns, or throws the first failure, only after all starts have finished, so that what is
     * running can be stopped without a race.
     */
    public static void run(Stream<Runnable> starts) {
        try (var threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().name("start-", 1).factory())) {
            var all = starts.map(start -> CompletableFuture.runAsync(start, threads))
                    .toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(all).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }
}
