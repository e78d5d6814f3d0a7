package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.messaging.payment.PaymentCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The payment participant's work flow: decide in one transaction, ask the gateway on a virtual thread with nothing held, take
 * the answers in together in another transaction.
 */
@Component
public class PaymentWork implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(PaymentWork.class);
    private static final int MOST_ANSWERS_AT_ONCE = 500;

    private final PaymentDesk desk;
    private final GatewayClerk clerk;
    private final PaymentAnswers answers;
    private final TransactionOperations transaction;
    private final BlockingQueue<GatewayAnswer> answered = new LinkedBlockingQueue<>();
    private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
    private volatile @Nullable Thread taker;

    PaymentWork(PaymentDesk desk, GatewayClerk clerk, PaymentAnswers answers, TransactionOperations transaction) {
        this.desk = desk;
        this.clerk = clerk;
        this.answers = answers;
        this.transaction = transaction;
    }

    /** Handles the commands in the caller's transaction; the gateway is asked once that has committed. */
    public void handle(List<PaymentCommand> commands) {
        List<GatewayCall> toAsk = desk.handle(commands);
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                toAsk.forEach(call -> calls.execute(() -> answered.add(clerk.ask(call))));
            }
        });
    }

    @Override
    public void start() {
        taker = Thread.ofPlatform().name("payment-answers").daemon().start(this::takeAnswers);
    }

    private void takeAnswers() {
        while (isRunning()) {
            try {
                List<GatewayAnswer> batch = new ArrayList<>();
                batch.add(answered.take());
                answered.drainTo(batch, MOST_ANSWERS_AT_ONCE - 1);
                take(batch);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void take(List<GatewayAnswer> batch) {
        try {
            transaction.executeWithoutResult(status -> answers.take(batch));
        } catch (RuntimeException e) {
            log.info("{} answers of the gateway could not be taken in together: {}", batch.size(), e.toString());
            batch.forEach(this::takeAlone);
        }
    }

    /** An answer that is lost here is asked for again, by the saga's next attempt. */
    private void takeAlone(GatewayAnswer answer) {
        try {
            transaction.executeWithoutResult(status -> answers.take(List.of(answer)));
        } catch (ConcurrencyFailureException e) {
            answered.add(answer);
        } catch (RuntimeException e) {
            log.warn("an answer to {} could not be taken in", answer.call().attempt(), e);
        }
    }

    @Override
    public void stop() {
        Thread stopping = taker;
        taker = null;
        if (stopping != null) {
            stopping.interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return taker != null;
    }
}
