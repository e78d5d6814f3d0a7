package dev.layeredsaga.engine.local;

import static dev.layeredsaga.engine.definition.FailurePolicy.retry;
import static dev.layeredsaga.engine.definition.StepOutcome.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.saga.EngineEvent.SagaEnded;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.definition.MethodCommand;
import dev.layeredsaga.engine.definition.MethodReply;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.Step;
import dev.layeredsaga.engine.definition.StepMethod;
import dev.layeredsaga.messaging.trace.Tracing;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The limit of a call's time, with place for one call. */
class CallsTest {

    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final Duration NEVER = Duration.ofHours(1);

    private final Queue<MethodReply<?>> replies = new ConcurrentLinkedQueue<>();
    private final Calls calls = new Calls(
            TransactionOperations.withoutTransaction(),
            some -> some.forEach(reply -> replies.add((MethodReply<?>) reply)),
            Tracing.off(),
            new CallSettings(1, AT_ONCE, Duration.ZERO));
    private final Semaphore gate = new Semaphore(0);

    private record Data() {}

    @BeforeEach
    void start() {
        calls.start();
    }

    @AfterEach
    void stop() {
        gate.release(10);
        calls.stop();
    }

    @Test
    void interruptsACallAtItsLimit() {
        assertThat(made(AT_ONCE, (data, attempt) -> {
                    new CountDownLatch(1).await();
                    return done(data);
                }))
                .isEmpty();

        await().until(() -> !replies.isEmpty());
        assertThat(replies)
                .singleElement()
                .satisfies(reply -> assertThat(reply.failure()).isInstanceOf(InterruptedException.class));
        await().until(() -> calls.overdue() == 0);
        expectOnePlace();
    }

    @Test
    void givesThePlaceBackOfACallThatIgnoresItsInterruptionAndTakesInWhatComesOfItLater() {
        assertThat(made(AT_ONCE, (data, attempt) -> {
                    gate.acquireUninterruptibly();
                    return done(data);
                }))
                .isEmpty();
        await().until(() -> calls.overdue() == 1);

        await().until(() -> made(NEVER, (data, attempt) -> done(data)).isEmpty());

        await().until(() -> replies.size() == 1);
        gate.release();
        await().until(() -> calls.overdue() == 0);
        assertThat(replies).hasSize(2).allMatch(MethodReply::keepsEffects);
        expectOnePlace();
    }

    /** A step that may take longer than others has its own time. */
    @Test
    void leavesACallAloneForAsLongAsItsStepWaits() {
        CountDownLatch others = new CountDownLatch(1);
        assertThat(made(NEVER, (data, attempt) -> {
                    others.await();
                    return done(data);
                }))
                .isEmpty();
        assertThat(calls.overdue()).isZero();

        others.countDown();

        await().until(() -> replies.size() == 1);
        assertThat(replies).allMatch(MethodReply::keepsEffects);
        expectOnePlace();
    }

    private void expectOnePlace() {
        StepMethod<Data> waiting = (data, attempt) -> {
            gate.acquireUninterruptibly();
            return done(data);
        };
        await().until(() -> made(NEVER, waiting).isEmpty());
        assertThat(made(NEVER, waiting)).isPresent();
    }

    /** Makes a call of a step with this timeout, as at the end of a transaction; returns the reply that there is no place. */
    private Optional<SagaReply> made(Duration timeout, StepMethod<Data> method) {
        TransactionSynchronizationManager.initSynchronization();
        try {
            Optional<SagaReply> refused = calls.callAfterCommit(command(timeout, method));
            TransactionSynchronizationManager.getSynchronizations()
                    .forEach(commit -> commit.afterCompletion(TransactionSynchronization.STATUS_COMMITTED));
            return refused;
        } finally {
            TransactionSynchronizationManager.clearSynchronization();
        }
    }

    private static MethodCommand<?> command(Duration timeout, StepMethod<Data> method) {
        SagaDefinition<Data> definition = SagaDefinition.saga("calls", 1, Data.class)
                .onFailure(retry().within(timeout))
                .startsWith((data, self) -> SagaEnded.because(null))
                .then(Step.call("call", method))
                .completesWith(data -> SagaEnded.because(null))
                .isCompensatedWith((data, reason) -> SagaEnded.because(reason))
                .verified();
        return (MethodCommand<?>) definition
                .steps()
                .getFirst()
                .action()
                .command(new Data(), new StepAttempt(UUID.randomUUID(), "call", 1));
    }
}
