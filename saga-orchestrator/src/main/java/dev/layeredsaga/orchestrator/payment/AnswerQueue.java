package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.engine.definition.SagaReplies;
import dev.layeredsaga.messaging.failure.FailureKind;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;
import dev.layeredsaga.messaging.listener.MultiTopicListener.LocalInput;
import dev.layeredsaga.messaging.sweep.RowByRow;
import dev.layeredsaga.messaging.sweep.RowSweep;
import dev.layeredsaga.messaging.sweep.Sweep;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The gateway's answers on their way into the database. A poll of replies takes them in with its own transaction; if none comes, a
 * thread of the queue's own does, which liveness watches. Thread-safe.
 */
@Component
class AnswerQueue implements LocalInput {

    private static final Logger log = LoggerFactory.getLogger(AnswerQueue.class);
    private static final int BATCH_LIMIT = 500;
    private static final Duration POLL_TIMEOUT = Duration.ofMillis(250);

    /**
     * The interval after answers were taken in, by any thread, before the queue's own thread takes in the next. Answers come one by one;
     * without it each would cost a transaction.
     */
    private static final Duration GATHERING = Duration.ofMillis(10);

    /** The time that a stopping service waits for the last answers to be taken in. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final GatewayResults answers;
    private final SagaReplies replies;
    private final TransactionOperations transaction;
    private final Heartbeats heartbeats;
    private final BlockingQueue<GatewayAnswer> queue = new LinkedBlockingQueue<>();
    /** Answers for the queue's own thread alone: taken from the queue, or of a poll that was rolled back, which they may have caused. */
    private final Set<GatewayAnswer> taken = Collections.synchronizedSet(new LinkedHashSet<>());

    private final RowByRow<GatewayAnswer> oneByOne = new RowByRow<>(new Taken());

    private volatile long takenAt = System.nanoTime() - GATHERING.toNanos();
    private volatile Consumer<GatewayCall> ask = call -> {};
    private volatile @Nullable Thread taker;

    /** @param replies receives what the answers mean to the sagas, in the same transaction */
    AnswerQueue(GatewayResults answers, SagaReplies replies, TransactionOperations transaction, Heartbeats heartbeats) {
        this.answers = answers;
        this.replies = replies;
        this.transaction = transaction;
        this.heartbeats = heartbeats;
    }

    /** @param followUps asks the gateway what follows from its answers, once they have been committed */
    void start(Consumer<GatewayCall> followUps) {
        ask = followUps;
        Thread thread = Thread.ofPlatform().name("payment-answers").daemon().unstarted(this::takeAnswers);
        taker = thread;
        thread.start();
    }

    /** Adds an answer. After the stop it returns when the answer has been taken in, or after a few seconds. */
    void add(GatewayAnswer answer) {
        queue.add(answer);
        // the thread that takes answers in comes to this one
        if (!isRunning() && !Thread.holdsLock(this)) {
            takeAfterTheEnd();
        }
    }

    /** In a thread of its own, as the caller may be in the middle of a transaction's end. */
    private void takeAfterTheEnd() {
        Thread last = Thread.ofPlatform().name("payment-answers").start(this::takeAnswers);
        try {
            last.join(STOP_TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void takeAnswers() {
        try (Heartbeat heartbeat = heartbeats.register("payment-answers")) {
            boolean stopped;
            do {
                stopped = !isRunning();
                heartbeat.beat();
                takeNext(heartbeat);
            } while (!stopped || !isEmpty());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One thread at a time: after the stop there may be several. */
    private synchronized void takeNext(Heartbeat heartbeat) throws InterruptedException {
        gather();
        GatewayAnswer first = queue.poll(POLL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        if (first != null) {
            taken.add(first);
        }
        try {
            oneByOne.run(Integer.MAX_VALUE, heartbeat);
        } catch (RuntimeException e) {
            log.info("the answers of the gateway will be taken in again: {}", e.toString());
            TimeUnit.MILLISECONDS.sleep(POLL_TIMEOUT.toMillis());
        }
    }

    /** Not any more once it stops: then callers wait for each answer. */
    private void gather() throws InterruptedException {
        long left = takenAt + GATHERING.toNanos() - System.nanoTime();
        if (isRunning() && left > 0) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
    }

    @Override
    public boolean isEmpty() {
        return queue.isEmpty();
    }

    @Override
    public void handle() {
        List<GatewayAnswer> batch = new ArrayList<>();
        queue.drainTo(batch, BATCH_LIMIT);
        if (!batch.isEmpty()) {
            takenAt = System.nanoTime();
            List<GatewayCall> followUps = new ArrayList<>();
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    if (status == STATUS_COMMITTED) {
                        followUps.forEach(ask);
                    } else {
                        taken.addAll(batch);
                    }
                }
            });
            followUps.addAll(takeIn(batch));
        }
    }

    private List<GatewayCall> takeIn(List<GatewayAnswer> batch) {
        PaymentEffects effects = answers.take(batch);
        replies.reply(effects.replies());
        return effects.calls();
    }

    /** Takes in what has come, and ends the thread. */
    void stop() throws InterruptedException {
        Thread thread = taker;
        taker = null;
        if (thread != null) {
            thread.join(STOP_TIMEOUT);
        }
    }

    boolean isRunning() {
        return taker != null;
    }

    /** A batch in a transaction; an answer that fails it alone for want of its rows is kept, any other is asked for again by its saga. */
    private final class Taken implements RowSweep<GatewayAnswer> {

        @Override
        public Sweep.Schedule schedule() {
            return new Sweep.Schedule("answers of the gateway", POLL_TIMEOUT, BATCH_LIMIT);
        }

        @Override
        public List<GatewayAnswer> find(int limit, Collection<GatewayAnswer> except) {
            queue.drainTo(taken, limit);
            synchronized (taken) {
                return taken.stream()
                        .filter(answer -> !except.contains(answer))
                        .limit(limit)
                        .toList();
            }
        }

        @Override
        public int handle(List<GatewayAnswer> batch) {
            takenAt = System.nanoTime();
            List<GatewayCall> followUps = takenInOrGivenUp(batch);
            batch.forEach(taken::remove);
            followUps.forEach(ask);
            return batch.size();
        }

        private List<GatewayCall> takenInOrGivenUp(List<GatewayAnswer> batch) {
            try {
                return Objects.requireNonNullElse(transaction.execute(status -> takeIn(batch)), List.of());
            } catch (RuntimeException | Error e) {
                if (batch.size() == 1 && FailureKind.of(e) != FailureKind.DATABASE) {
                    // the saga's next attempt asks again
                    log.warn(
                            "an answer to {} could not be taken in",
                            batch.getFirst().call().attempt(),
                            e);
                    return List.of();
                }
                throw e instanceof RuntimeException failure ? failure : new IllegalStateException(e);
            }
        }
    }
}
