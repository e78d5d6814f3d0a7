package dev.layeredsaga.orchestrator.payment;

import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.PRICE;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.charge;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.refund;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.payment.ChargeCaptured;
import dev.layeredsaga.contract.payment.ChargeNotMade;
import dev.layeredsaga.contract.payment.ChargeUnknown;
import dev.layeredsaga.contract.payment.RefundFailed;
import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;

class PaymentProcessorTest {

    private final PaymentsOnDatabase payments = new PaymentsOnDatabase();
    private final ScriptedGateway gateway = new ScriptedGateway();
    private final UUID saga = UUID.randomUUID();
    private PaymentProcessor work = started(payments.transaction());

    private PaymentProcessor started(TransactionOperations transaction) {
        return started(transaction, Duration.ofSeconds(8));
    }

    private PaymentProcessor started(TransactionOperations transaction, Duration shutdownGrace) {
        PaymentProcessor started = new PaymentProcessor(
                payments.payments(),
                payments.decisions(),
                new GatewayCaller(gateway, Tracing.off()),
                payments.answerQueue(transaction),
                shutdownGrace);
        started.start();
        return started;
    }

    @AfterEach
    void stop() {
        gateway.gate.countDown();
        work.stop();
    }

    @Test
    void asksTheGatewayAndAnswersTheSaga() {
        handleCharge();

        await().untilAsserted(() -> assertThat(payments.replies(saga)).hasExactlyElementsOfTypes(ChargeCaptured.class));
    }

    @Test
    void doesNotAskTheGatewayBeforeTheDecisionIsCommitted() {
        payments.transaction().executeWithoutResult(status -> {
            payments.keep(work.handle(List.of(charge(saga, 1))));
            assertThat(gateway.asked).isEmpty();
        });

        await().untilAsserted(() -> assertThat(gateway.asked).hasSize(1));
    }

    @Test
    void doesNotAskTheGatewayWhenTheDecisionIsRolledBack() {
        assertThatThrownBy(() -> payments.transaction().executeWithoutResult(status -> {
                    payments.keep(work.handle(List.of(charge(saga, 1))));
                    throw new IllegalStateException("after all");
                }))
                .hasMessage("after all");
        work.stop();

        assertThat(gateway.asked).isEmpty();
    }

    @Test
    void waitsForCallsThatAreOutWhenItStopsAndTakesTheirAnswersIn() throws InterruptedException {
        gateway.gate = new CountDownLatch(1);
        handleCharge();
        Thread stopping = Thread.ofPlatform().start(work::stop);
        await().until(() -> stopping.getState() == Thread.State.TIMED_WAITING);

        gateway.gate.countDown();
        stopping.join();

        assertThat(payments.replies(saga)).hasExactlyElementsOfTypes(ChargeCaptured.class);
        assertThat(work.isRunning()).isFalse();
    }

    @Test
    void asksNoGatewayOnceItHasStopped() {
        work.stop();

        handleCharge();

        assertThat(gateway.asked).isEmpty();
    }

    @Test
    void handsBackACallThatItDoesNotMakeAnyMore() {
        work.stop();

        handleCharge();

        assertThat(payments.replies(saga)).containsExactly(notMade("the service is starting or stopping"));
        assertThat(nextChargeOfAnotherInstance()).hasSize(1);
    }

    @Test
    void givesUpACallThatItCannotWaitForAndAnswersTheSagaAtOnce() {
        stopWhileTheGatewayIsSilent();

        assertThat(payments.replies(saga)).hasExactlyElementsOfTypes(ChargeUnknown.class);
    }

    /** The gateway may not have begun to work on it: asked now, it might deny what it is about to do. */
    @Test
    void compensatesNothingForAMomentAfterACallWasGivenUp() {
        Instant before = payments.payments().now();
        stopWhileTheGatewayIsSilent();

        assertThat(payments.sql()
                        .sql("""
                                SELECT called_until >= ? AND called_until < clock_timestamp() + interval '6 s'
                                FROM payment WHERE saga_id = ?
                                """)
                        .param(Timestamp.from(before.plusSeconds(5)))
                        .param(saga)
                        .query(Boolean.class)
                        .single())
                .isTrue();
        momentIsLonger();
        assertThat(payments.handle(refund(saga, 1))).isEmpty();
        assertThat(payments.lastReply(saga)).isInstanceOf(RefundFailed.class);
    }

    @Test
    void takesInFurtherAnswersAfterAnError() {
        work.stop();
        FailingAtFirst failing = new FailingAtFirst(payments.transaction(), new AtomicInteger(1), () -> {
            throw new StackOverflowError("made by the test");
        });
        work = started(failing);
        handleCharge();
        await().until(() -> failing.failures().get() == 0);
        UUID other = UUID.randomUUID();

        payments.transaction().executeWithoutResult(status -> payments.keep(work.handle(List.of(charge(other, 1)))));

        await().untilAsserted(
                        () -> assertThat(payments.replies(other)).hasExactlyElementsOfTypes(ChargeCaptured.class));
    }

    @Test
    void worksAgainWhenItIsStartedAgain() {
        work.stop();
        work.start();

        handleCharge();

        await().untilAsserted(() -> assertThat(payments.replies(saga)).hasSize(1));
    }

    @Test
    void losesNoAnswerWhenTheDatabaseIsBusy() {
        work.stop();
        work = started(new FailingAtFirst(payments.transaction()));

        handleCharge();

        await().untilAsserted(() -> assertThat(payments.replies(saga)).hasSize(1));
        assertThat(gateway.asked).hasSize(1);
    }

    /** A damaged row, one that another session keeps, and one that another transaction has changed meanwhile. */
    @ParameterizedTest
    @ValueSource(strings = {"XX001", "55P03", "40001"})
    void takesTheOtherAnswersInWhileOneFailsAndThatOneInTheEnd(String sqlState) throws InterruptedException {
        UUID other = UUID.randomUUID();
        CountDownLatch busy = new CountDownLatch(1);
        AnswerQueue queue = queueWithAnAnswerWhileItsThreadIs(busy);
        queue.add(answerToCharge(other));
        payments.sql().sql("""
                        CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
                        $$ BEGIN RAISE EXCEPTION 'made by the test' USING ERRCODE = '%s'; END $$;
                        CREATE TRIGGER damage BEFORE UPDATE ON payment FOR EACH ROW
                        WHEN (OLD.saga_id = '%s') EXECUTE FUNCTION fail()
                        """.formatted(sqlState, saga)).update();
        try {
            busy.countDown();

            await().untilAsserted(
                            () -> assertThat(payments.replies(other)).hasExactlyElementsOfTypes(ChargeCaptured.class));
            assertThat(payments.replies(saga)).isEmpty();
        } finally {
            payments.sql().sql("DROP FUNCTION fail() CASCADE").update();
        }
        await().untilAsserted(() -> assertThat(payments.replies(saga)).hasExactlyElementsOfTypes(ChargeCaptured.class));
        queue.stop();
    }

    @Test
    void takesAnswersInWithThePollThatComesFirst() throws InterruptedException {
        CountDownLatch busy = new CountDownLatch(1);
        AnswerQueue queue = queueWithAnAnswerWhileItsThreadIs(busy);

        payments.transaction().executeWithoutResult(status -> queue.handle());

        assertThat(payments.replies(saga)).hasExactlyElementsOfTypes(ChargeCaptured.class);
        busy.countDown();
        queue.stop();
    }

    @Test
    void takesInByItselfWhatWasRolledBackWithAPoll() throws InterruptedException {
        CountDownLatch busy = new CountDownLatch(1);
        AnswerQueue queue = queueWithAnAnswerWhileItsThreadIs(busy);
        payments.transaction().executeWithoutResult(status -> {
            queue.handle();
            status.setRollbackOnly();
        });
        assertThat(queue.isEmpty()).isTrue();
        assertThat(payments.replies(saga)).isEmpty();

        busy.countDown();

        await().untilAsserted(() -> assertThat(payments.replies(saga)).hasExactlyElementsOfTypes(ChargeCaptured.class));
        queue.stop();
    }

    /** The queue's own thread has taken another answer, and waits within its transaction. */
    private AnswerQueue queueWithAnAnswerWhileItsThreadIs(CountDownLatch busy) {
        AnswerQueue queue = payments.answerQueue(new TransactionOperations() {
            @Override
            public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
                await().until(() -> busy.getCount() == 0);
                return payments.transaction().execute(action);
            }
        });
        queue.start(call -> {});
        queue.add(answerToCharge(UUID.randomUUID()));
        await().until(queue::isEmpty);
        queue.add(answerToCharge(saga));
        return queue;
    }

    private GatewayAnswer answerToCharge(UUID charged) {
        GatewayCall.Charge call =
                (GatewayCall.Charge) payments.handle(charge(charged, 1)).getFirst();
        return new GatewayAnswer.ChargeAnswer(call, new Captured("p-1", PRICE));
    }

    /** A charge that is taken must be settled before the listeners start, and after they have stopped. */
    @Test
    void outlivesTheListeners() {
        assertThat(work.getPhase()).isBetween(Integer.MIN_VALUE + 101, Integer.MAX_VALUE - 101);
    }

    private void stopWhileTheGatewayIsSilent() {
        work.stop();
        work = started(payments.transaction(), Duration.ofMillis(50));
        gateway.gate = new CountDownLatch(1);
        gateway.charge = new Unknown("interrupted");
        work.ask(chargeWithoutHaste());
        work.stop();
        // on a busy machine the call may notice only after the stop that it was given up
        await().until(() -> !payments.replies(saga).isEmpty());
    }

    /** A call that is begun also after a standstill, however late. */
    private GatewayCall chargeWithoutHaste() {
        GatewayCall.Charge call =
                (GatewayCall.Charge) payments.handle(charge(saga, 1)).getFirst();
        long inAnHour = System.nanoTime() + Duration.ofHours(1).toNanos();
        return new GatewayCall.Charge(
                call.attempt(), call.request(), call.askFirst(), inAnHour, call.outUntil(), call.trace());
    }

    /** A standstill must not end the moment before the test goes on. Without a moment, there is none after this. */
    private void momentIsLonger() {
        int unused = payments.sql()
                .sql("UPDATE payment SET called_until = called_until + interval '1 hour' WHERE saga_id = ?")
                .param(saga)
                .update();
    }

    private List<GatewayCall> nextChargeOfAnotherInstance() {
        return payments.handle(charge(saga, 2));
    }

    private ChargeNotMade notMade(String reason) {
        return new ChargeNotMade(charge(saga, 1).attempt(), reason, null);
    }

    private void handleCharge() {
        payments.transaction().executeWithoutResult(status -> payments.keep(work.handle(List.of(charge(saga, 1)))));
    }

    /** Only the answers go through this. */
    private record FailingAtFirst(TransactionOperations transaction, AtomicInteger failures, Runnable failure)
            implements TransactionOperations {

        FailingAtFirst(TransactionOperations transaction) {
            this(transaction, new AtomicInteger(2), () -> {
                throw new CannotAcquireLockException("busy");
            });
        }

        @Override
        public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
            if (failures.getAndDecrement() > 0) {
                failure.run();
            }
            return transaction.execute(action);
        }
    }
}
