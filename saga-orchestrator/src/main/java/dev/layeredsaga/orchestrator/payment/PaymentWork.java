package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.messaging.listener.RedeliveryPolicy;
import dev.layeredsaga.messaging.payment.PaymentCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The payment participant's work flow: decide in one transaction, ask the gateway on a virtual thread with nothing held, take
 * the answers in together in another transaction. A service that stops leaves no saga waiting: it waits for the calls that are
 * out, and answers at once for those that it cannot wait for or does not make any more. Thread-safe.
 */
@Component
public class PaymentWork implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(PaymentWork.class);
    private static final int MOST_ANSWERS_AT_ONCE = 500;
    private static final Duration LOOK_UP = Duration.ofMillis(100);

    /** Between two batches of answers: they come one by one, and taken in one by one each would cost a transaction. */
    private static final Duration REST = Duration.ofMillis(10);

    /** How long a stopping service waits for the last answers to be taken in. */
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(5);

    private final PaymentDesk desk;
    private final PaymentAnswers answers;
    private final TransactionOperations transaction;
    private final Duration farewell;
    private final GatewayCalls calls;
    private final BlockingQueue<GatewayAnswer> answered = new LinkedBlockingQueue<>();
    private volatile @Nullable Thread taker;

    /**
     * @param farewell how long a stopping service waits for calls that are out: longer than one try takes, shorter than its
     *     shutdown; default 8 s
     */
    PaymentWork(
            PaymentDesk desk,
            GatewayClerk clerk,
            PaymentAnswers answers,
            TransactionOperations transaction,
            @Value("${orchestrator.payment-farewell:8s}") Duration farewell) {
        this.desk = desk;
        this.answers = answers;
        this.transaction = transaction;
        this.farewell = farewell;
        this.calls = new GatewayCalls(clerk, this::answered);
    }

    /** Handles the commands in the caller's transaction; the gateway is asked once that has committed. */
    public void handle(List<PaymentCommand> commands) {
        List<GatewayCall> toAsk = desk.handle(commands);
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                toAsk.forEach(calls::ask);
            }
        });
    }

    /** Asks the gateway; its answer is taken in like any other. */
    void ask(GatewayCall call) {
        calls.ask(call);
    }

    private void answered(GatewayAnswer answer) {
        answered.add(answer);
        if (!isRunning()) {
            takeAfterTheEnd();
        }
    }

    /** In a thread of its own, as the caller may be in the middle of a transaction's end. */
    private void takeAfterTheEnd() {
        Thread last = Thread.ofPlatform().name("payment-answers").start(this::takeAnswers);
        try {
            last.join(LAST_ANSWERS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void start() {
        calls.start();
        Thread thread = Thread.ofPlatform().name("payment-answers").daemon().unstarted(this::takeAnswers);
        taker = thread;
        thread.start();
    }

    private void takeAnswers() {
        try {
            while (isRunning() || !answered.isEmpty()) {
                takeNext();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void takeNext() throws InterruptedException {
        GatewayAnswer first = answered.poll(LOOK_UP.toMillis(), TimeUnit.MILLISECONDS);
        if (first != null) {
            List<GatewayAnswer> batch = new ArrayList<>(List.of(first));
            answered.drainTo(batch, MOST_ANSWERS_AT_ONCE - 1);
            take(batch);
            rest();
        }
    }

    /** Not any more once it stops: then callers wait for each answer. */
    private void rest() throws InterruptedException {
        if (isRunning()) {
            TimeUnit.MILLISECONDS.sleep(REST.toMillis());
        }
    }

    private void take(List<GatewayAnswer> batch) throws InterruptedException {
        try {
            List<GatewayCall> followUps = transaction.execute(status -> answers.take(batch));
            if (followUps != null) {
                followUps.forEach(calls::ask);
            }
        } catch (RuntimeException e) {
            takeLaterOrApart(batch, e);
        }
    }

    /** For want of the database, or after a conflict, all are taken in again; else a bad one must cost only itself. */
    private void takeLaterOrApart(List<GatewayAnswer> batch, RuntimeException failure) throws InterruptedException {
        if (RedeliveryPolicy.isTransient(failure) && isRunning()) {
            log.info("{} answers of the gateway will be taken in again: {}", batch.size(), failure.toString());
            answered.addAll(batch);
            TimeUnit.MILLISECONDS.sleep(LOOK_UP.toMillis());
        } else if (batch.size() > 1) {
            for (GatewayAnswer answer : batch) {
                take(List.of(answer));
            }
        } else {
            // the saga's next attempt asks again
            log.warn(
                    "an answer to {} could not be taken in",
                    batch.getFirst().call().attempt(),
                    failure);
        }
    }

    /** No new calls; those that are out are waited for or given up, and all answers taken in. */
    @Override
    public void stop() {
        Thread thread = taker;
        try {
            calls.stop(farewell);
            taker = null;
            if (thread != null) {
                thread.join(LAST_ANSWERS);
            }
        } catch (InterruptedException e) {
            taker = null;
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return taker != null;
    }

    /** Running before the first command arrives, and until the last listener has stopped. */
    @Override
    public int getPhase() {
        return 0;
    }
}
