package dev.layeredsaga.testbed.infrastructure.server;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;

/** Runs what does not depend on each other at the same time. */
public final class SideBySide {

    private SideBySide() {}

    /** Returns, or throws the first failure, only when none of them is running any more. */
    public static void run(Collection<? extends Runnable> starts) {
        try (var threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().name("start-", 1).factory())) {
            CompletableFuture.allOf(starts.stream()
                            .map(start -> CompletableFuture.runAsync(start, threads))
                            .toArray(CompletableFuture<?>[]::new))
                    .join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }
}
