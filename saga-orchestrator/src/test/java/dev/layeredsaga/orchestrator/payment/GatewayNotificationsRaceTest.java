package dev.layeredsaga.orchestrator.payment;

import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.PRICE;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.charge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.payment.ChargeCaptured;
import dev.layeredsaga.contract.payment.ChargeUnknown;
import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.ChargeAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayNotice.NoticeOutcome;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;

/** Races of gateway notifications with each other and with answers. */
class GatewayNotificationsRaceTest extends NoticesOnDatabase {

    /** All five have read the payment before any of them writes. */
    @Test
    void haveTheEffectOfOnceWhenTheyComeFiveTimesAtOnce() throws Exception {
        charged(1);
        CountDownLatch read = new CountDownLatch(5);
        TransactionOperations together = new Interrupted(payments.transaction(), () -> {
            read.countDown();
            await().until(() -> read.getCount() == 0);
        });
        GatewayNotifications racing = new GatewayNotifications(payments.answers(), work, payments::keep, together);

        List<NoticeOutcome> outcomes = atOnce(5, () -> racing.take(new GatewayNotice(saga, CAPTURED)));

        assertThat(outcomes).containsOnlyOnce(NoticeOutcome.TAKEN_IN).hasSize(5);
        assertThat(payments.replies(saga)).containsExactly(new ChargeCaptured(attempt(1), "p-1", PRICE));
    }

    /** Both have read the payment before either writes: the second is repeated. */
    @Test
    void areTakenInAgainWhenAnAnswerWasFaster() {
        GatewayCall.Charge call = charged(1);
        AtomicInteger tries = new AtomicInteger();
        TransactionOperations raced = new Interrupted(payments.transaction(), () -> {
            if (tries.getAndIncrement() == 0) {
                payments.take(new ChargeAnswer(call, new Unknown("silence")));
            }
        });

        NoticeOutcome outcome = new GatewayNotifications(payments.answers(), work, payments::keep, raced)
                .take(new GatewayNotice(saga, CAPTURED));

        assertThat(outcome).isEqualTo(NoticeOutcome.TAKEN_IN);
        assertThat(tries).hasValue(2);
        assertThat(payments.replies(saga))
                .containsExactly(
                        new ChargeUnknown(attempt(1), "silence"), new ChargeCaptured(attempt(1), "p-1", PRICE));
    }

    @Test
    void doNotKeepAnAnswerFromBeingTakenInAgain() {
        AtomicInteger tries = new AtomicInteger();
        TransactionOperations raced = new Interrupted(payments.transaction(), () -> {
            if (tries.getAndIncrement() == 0) {
                notices.take(new GatewayNotice(saga, CAPTURED));
            }
        });
        PaymentProcessor other = new PaymentProcessor(
                payments.payments(),
                payments.decisions(),
                new GatewayCaller(gateway, Tracing.off()),
                payments.answerQueue(raced),
                Duration.ZERO);
        other.start();

        payments.transaction().executeWithoutResult(status -> payments.keep(other.handle(List.of(charge(saga, 1)))));

        await().untilAsserted(() -> assertThat(payments.replies(saga)).hasSize(2));
        other.stop();
        assertThat(tries).hasValue(2);
        assertThat(payments.replies(saga)).containsOnly(new ChargeCaptured(attempt(1), "p-1", PRICE));
    }

    private static <T> List<T> atOnce(int times, Callable<T> action) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads.invokeAll(Collections.nCopies(times, action)).stream()
                    .map(Future::resultNow)
                    .toList();
        }
    }

    /** Something else happens between what is read and the commit. */
    private record Interrupted(TransactionOperations transaction, Runnable meanwhile) implements TransactionOperations {

        @Override
        public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
            return transaction.execute(status -> {
                T result = action.doInTransaction(status);
                Thread other = Thread.ofPlatform().start(meanwhile);
                try {
                    other.join();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return result;
            });
        }
    }
}
