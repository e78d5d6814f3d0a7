package dev.layeredsaga.engine.local;

import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.engine.definition.MethodCommand;
import dev.layeredsaga.engine.definition.MethodReply;
import dev.layeredsaga.engine.definition.SagaReplies;
import dev.layeredsaga.messaging.commit.GroupCommit;
import dev.layeredsaga.messaging.trace.TraceParent;
import dev.layeredsaga.messaging.trace.Tracing;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Makes calls, each on a virtual thread of its own and with nothing held, up to a bound. What comes of a call goes to its saga in another
 * transaction, together with what comes of others meanwhile. What is lost in between is called again by the saga. A call that has not
 * returned at its limit is interrupted and has no place any more, whether it ends or not; what comes of it is taken in all the same.
 * Thread-safe.
 */
final class Calls {

    private static final Logger log = LoggerFactory.getLogger(Calls.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** The time that interrupted calls get to end. */
    private static final Duration GIVING_UP = Duration.ofSeconds(1);

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final String REPLIES = "replies";

    private final Tracing tracing;
    private final CallSettings settings;
    private final Semaphore free;
    private final AtomicInteger overdue = new AtomicInteger();
    private final GroupCommit<String, SagaReply, SagaReply> replies;
    private volatile @Nullable ExecutorService running;

    Calls(TransactionOperations transaction, SagaReplies sagas, Tracing tracing, CallSettings settings) {
        this.tracing = tracing;
        this.settings = settings;
        this.free = new Semaphore(settings.concurrency());
        this.replies = new GroupCommit<>(settings.concurrency(), LONGEST_WAIT, new Rounds(transaction, sagas));
    }

    private record Rounds(TransactionOperations transaction, SagaReplies sagas)
            implements GroupCommit.Rounds<String, SagaReply, SagaReply> {

        @Override
        public List<SagaReply> serve(String key, List<SagaReply> replies) {
            transaction.executeWithoutResult(status -> sagas.reply(replies));
            return replies;
        }

        @Override
        public RuntimeException tooLate(String key, Duration waited) {
            return new IllegalStateException("no transaction within " + waited);
        }
    }

    /** Makes the call once the caller's transaction has committed, or returns the reply that it is to be made later. */
    Optional<SagaReply> callAfterCommit(MethodCommand<?> call) {
        ExecutorService executor = running;
        if (executor == null) {
            return Optional.of(call.notNow("the service is starting or stopping", PAUSE));
        }
        if (!free.tryAcquire()) {
            return Optional.of(call.notNow("%d calls are out".formatted(settings.concurrency()), PAUSE));
        }
        TraceParent trace = tracing.of(call.attempt().sagaId());
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                if (status != STATUS_COMMITTED || !isBegun(executor, () -> make(call, trace))) {
                    free.release();
                }
            }
        });
        return Optional.empty();
    }

    private static boolean isBegun(ExecutorService executor, Runnable call) {
        try {
            executor.execute(call);
            return true;
        } catch (RejectedExecutionException e) {
            log.info("the service is stopping, and leaves a call to be made when its saga is due");
            return false;
        }
    }

    private void make(MethodCommand<?> call, @Nullable TraceParent trace) {
        Thread caller = Thread.currentThread();
        Duration limit = Collections.max(List.of(settings.timeLimit(), call.timeout()));
        CompletableFuture<Boolean> inTime = new CompletableFuture<>();
        CompletableFuture<Boolean> hasPlace = inTime.completeOnTimeout(false, limit.toNanos(), TimeUnit.NANOSECONDS)
                .thenApply(returned -> returned || giveUp(call, caller, limit));
        try {
            tracing.in(call.attempt().sagaId(), trace, () -> {
                MethodReply<?> reply = call.run();
                inTime.complete(true);
                // behind an interruption that is on its way, which is for the call
                hasPlace.join();
                takeIn(reply);
            });
        } finally {
            inTime.complete(true);
            if (hasPlace.join()) {
                free.release();
            } else {
                overdue.decrementAndGet();
            }
        }
    }

    /** Returns false, as the call has no place from now on. */
    private boolean giveUp(MethodCommand<?> call, Thread caller, Duration limit) {
        log.warn(
                "the call of {} has not returned within {} and is interrupted; its place is free",
                call.attempt(),
                limit);
        overdue.incrementAndGet();
        caller.interrupt();
        free.release();
        return false;
    }

    /** Returns the number of calls that have been interrupted at their limit and not returned since. */
    int overdue() {
        return overdue.get();
    }

    private void takeIn(MethodReply<?> reply) {
        if (reply.failure() != null) {
            log.warn("the call of {} failed", reply.attempt(), reply.failure());
        }
        // what comes of an interrupted call counts all the same
        boolean unused = Thread.interrupted();
        try {
            replies.serve(REPLIES, reply);
        } catch (RuntimeException e) {
            log.warn("what came of the call of {} is lost; it will be made again", reply.attempt(), e);
        }
    }

    void start() {
        running = Executors.newVirtualThreadPerTaskExecutor();
    }

    /** No new calls. Those that are out are waited for as long as the setting says, and then interrupted. */
    void stop() {
        ExecutorService stopping = running;
        running = null;
        if (stopping == null) {
            return;
        }
        stopping.shutdown();
        try {
            if (!stopping.awaitTermination(settings.shutdownGrace().toMillis(), TimeUnit.MILLISECONDS)) {
                stopping.shutdownNow();
                stopping.awaitTermination(GIVING_UP.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isRunning() {
        return running != null;
    }
}
