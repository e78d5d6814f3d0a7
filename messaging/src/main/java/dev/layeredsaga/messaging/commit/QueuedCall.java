package dev.layeredsaga.messaging.commit;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A call in the queue of its key, and the thread that waits for it. */
final class QueuedCall<C, R> {

    private final C call;
    private final long since = System.nanoTime();
    private final CompletableFuture<Boolean> turn = new CompletableFuture<>();
    private final CompletableFuture<R> result = new CompletableFuture<>();

    QueuedCall(C call) {
        this.call = call;
    }

    C call() {
        return call;
    }

    Duration waited() {
        return Duration.ofNanos(System.nanoTime() - since);
    }

    /** Its thread is to serve the next round. */
    void lead() {
        turn.complete(true);
    }

    void succeed(R value) {
        result.complete(value);
        turn.complete(false);
    }

    void fail(Throwable failure) {
        result.completeExceptionally(failure);
        turn.complete(false);
    }

    /** Waits until it is to lead (true), or has been served by another's thread (false). */
    boolean leads() {
        return turn.join();
    }

    /** @throws RuntimeException with which the call has failed */
    R result() {
        try {
            return result.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }
}
