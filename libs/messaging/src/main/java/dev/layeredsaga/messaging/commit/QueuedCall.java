package dev.layeredsaga.messaging.commit;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

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

    /** Returns true once it is to lead or has been served by another's thread; false if neither happens in time. */
    boolean awaitTurn(Duration timeout) {
        try {
            turn.copy().orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS).join();
            return true;
        } catch (CompletionException e) {
            return false;
        }
    }

    /** Returns true if its thread is to serve the next round. */
    boolean leads() {
        return turn.getNow(false);
    }

    /**
     * Returns the result, or nothing if there is none in time.
     *
     * @throws RuntimeException with which the call has failed
     */
    Optional<R> result(Duration timeout) {
        try {
            return Optional.of(result.copy()
                    .orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
                    .join());
        } catch (CompletionException e) {
            if (e.getCause() instanceof TimeoutException && !result.isDone()) {
                return Optional.empty();
            }
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }
}
