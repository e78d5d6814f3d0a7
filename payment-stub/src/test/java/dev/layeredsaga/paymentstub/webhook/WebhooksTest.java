package dev.layeredsaga.paymentstub.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.gateway.Gateway;
import dev.layeredsaga.paymentstub.gateway.InMemoryJournal;
import dev.layeredsaga.paymentstub.gateway.TestGateway;
import dev.layeredsaga.paymentstub.ledger.Journal;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Captured;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.EntryType;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.PaymentDecision;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Posting;
import dev.layeredsaga.paymentstub.refund.RefundRequest;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.webhook.WebhookEvent.EventType;
import dev.layeredsaga.paymentstub.webhook.WebhookStatus.DeliveryCounts;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebhooksTest {

    private static final URI ADDRESS = URI.create("http://merchant.example/hooks");

    private final Merchant merchant = new Merchant();
    private final Gateway gateway = Gateway.open(Clock.systemUTC(), duration -> {}, Journal.NONE, merchant);

    @AfterEach
    void close() {
        gateway.webhooks().close();
    }

    @Test
    void sendsNothingWithoutAUrl() {
        pay("1", Scenario.OK);

        assertThat(gateway.webhooks().status()).isEmpty();
        assertThat(merchant.received).isEmpty();
    }

    @Test
    void sendsEveryDecision() {
        deliver(Delivery.ON_TIME, null);

        UUID paymentId = pay("1", Scenario.OK);
        pay("2", Scenario.DECLINED_FRAUD);
        refund(paymentId, 990);

        awaitReceived(3);
        assertThat(merchant.types())
                .containsExactlyInAnyOrder(EventType.CAPTURED, EventType.DECLINED, EventType.REFUNDED);
        assertThat(only(EventType.REFUNDED).refunded()).isEqualTo(990);
        assertThat(only(EventType.CAPTURED).payment().posting().paymentId()).isEqualTo(paymentId);
    }

    @Test
    void sendsADecisionWhoseAnswerIsLostAndNoneThatWasNotMade() {
        deliver(Delivery.BEFORE_RESPONSE, null);

        attempt("1", Scenario.CHARGED_RESPONSE_LOST);
        attempt("2", Scenario.TIMEOUT_NOT_CHARGED);
        attempt("3", Scenario.UNAVAILABLE_503);

        assertThat(merchant.types()).containsExactly(EventType.CAPTURED);
    }

    /** An acknowledged webhook makes the payment known to the client, even if the answer was lost. */
    @Test
    void makesACaptureWithALostAnswerKnown() {
        deliver(Delivery.ON_TIME, null);
        attempt("notified", Scenario.CHARGED_RESPONSE_LOST);
        awaitReceived(1);

        await().until(() -> gateway.ledger().unknownCaptures().isEmpty());

        deliver(Delivery.LOST, null);
        attempt("not notified", Scenario.CHARGED_RESPONSE_LOST);
        assertThat(gateway.ledger().unknownCaptures()).hasSize(1);
    }

    @Test
    void sendsADecisionOnceHoweverOftenItIsReplayed() {
        deliver(Delivery.BEFORE_RESPONSE, null);

        pay("1", Scenario.OK);
        pay("1", Scenario.OK);

        assertThat(merchant.received).hasSize(1);
    }

    @Test
    void sendsBeforeTheResponse() {
        deliver(Delivery.BEFORE_RESPONSE, null);

        pay("1", Scenario.OK);

        assertThat(merchant.received).hasSize(1);
        assertThat(counts(EventType.CAPTURED)).isEqualTo(new DeliveryCounts(1, 1, 0, 0));
    }

    @Test
    void sendsADuplicateUnderTheSameId() {
        deliver(Delivery.DUPLICATED, null);

        pay("1", Scenario.OK);

        awaitReceived(2);
        assertThat(merchant.received)
                .extracting(WebhookEvent::id)
                .containsOnly(merchant.received.getFirst().id());
    }

    @Test
    void neverSendsALostEvent() {
        deliver(Delivery.LOST, null);

        pay("1", Scenario.OK);

        assertThat(counts(EventType.CAPTURED)).isEqualTo(new DeliveryCounts(0, 0, 0, 1));
        assertThat(pending()).isZero();
    }

    @Test
    void sendsTheRefundBeforeTheCapture() {
        deliver(Delivery.OUT_OF_ORDER, Duration.ofSeconds(15));

        refund(pay("1", Scenario.OK), 1990);

        awaitReceived(2);
        assertThat(merchant.types()).containsExactly(EventType.REFUNDED, EventType.CAPTURED);
    }

    @Test
    void sendsAHeldEventAfterTheDelayIfNoneOvertakesIt() {
        deliver(Delivery.OUT_OF_ORDER, Duration.ofMillis(50));

        pay("1", Scenario.OK);
        pay("2", Scenario.OK);

        awaitReceived(2);
    }

    @Test
    void retriesWithDoublingPauses() {
        List<Duration> pauses = new CopyOnWriteArrayList<>();
        merchant.rejected = 3;
        try (var webhooks = new Webhooks(merchant, pauses::add)) {
            webhooks.set(settings(Delivery.ON_TIME, null, 1));
            webhooks.publish(event());
            awaitReceived(4);
        }

        assertThat(pauses).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4));
        assertThat(merchant.received)
                .extracting(WebhookEvent::id)
                .containsOnly(merchant.received.getFirst().id());
    }

    @Test
    void givesUpAfterTheEighthRetry() {
        List<Duration> pauses = new CopyOnWriteArrayList<>();
        merchant.rejected = Integer.MAX_VALUE;
        try (var webhooks = new Webhooks(merchant, pauses::add)) {
            webhooks.set(settings(Delivery.ON_TIME, null, 1));
            webhooks.publish(event());
            await().until(() -> webhooks.status().orElseThrow().pending() == 0);

            assertThat(webhooks.status().orElseThrow().counts())
                    .containsEntry(EventType.CAPTURED, new DeliveryCounts(9, 0, 1, 0));
            assertThat(pauses).hasSize(8).last().isEqualTo(Duration.ofSeconds(128));
        }
    }

    @Test
    void sendsLateByTheDelay() {
        List<Duration> pauses = new CopyOnWriteArrayList<>();
        try (var webhooks = new Webhooks(merchant, pauses::add)) {
            webhooks.set(settings(Delivery.LATE, null, 1));
            webhooks.publish(event());
            awaitReceived(1);
        }

        assertThat(pauses).containsExactly(Duration.ofSeconds(3));
    }

    @Test
    void delaysNoPaymentWhenTheMerchantIsSilent() {
        merchant.gate = new CountDownLatch(1);
        deliver(Delivery.ON_TIME, null);

        IntStream.range(0, 50).forEach(i -> pay("p" + i, Scenario.OK));

        assertThat(merchant.received).isEmpty();
        assertThat(pending()).isEqualTo(50);
    }

    @Test
    void drawsTheSameWithTheSameSeed() {
        assertThat(lostOf20With(7)).isEqualTo(lostOf20With(7)).contains(true, false);
    }

    /** A full disk while the acknowledgement is recorded: neither the payment nor the delivery may fail with it. */
    @Test
    void sendsAgainIfTheAcknowledgementCannotBeRecorded() {
        var journal = new InMemoryJournal();
        merchant.whenReceived = event -> journal.fill();
        Gateway full = Gateway.open(Clock.systemUTC(), duration -> {}, journal, merchant);
        try (var webhooks = full.webhooks()) {
            webhooks.set(settings(Delivery.BEFORE_RESPONSE, null, 1));

            assertThat(full.payments().pay(TestGateway.request("key", "order", Scenario.CHARGED_RESPONSE_LOST)))
                    .isInstanceOf(Answer.Broken.class);
            assertThat(full.ledger().unknownCaptures()).hasSize(1);

            merchant.whenReceived = event -> journal.empty();
            await().until(() -> full.ledger().unknownCaptures().isEmpty());
            await().until(() -> webhooks.status().orElseThrow().pending() == 0);
            assertThat(merchant.received)
                    .extracting(WebhookEvent::id)
                    .hasSizeGreaterThan(1)
                    .containsOnly(merchant.received.getFirst().id());
        }
    }

    /** Makes a second refund after the first one is recorded and before its event is published. */
    @Test
    void sendsTheTotalOfEachRefundThoughAnotherIsMadeMeanwhile() {
        var clock = new HookedClock();
        Gateway hooked = Gateway.open(clock, duration -> {}, Journal.NONE, merchant);
        try (var webhooks = hooked.webhooks()) {
            webhooks.set(settings(Delivery.BEFORE_RESPONSE, null, 1));
            var paid = (Answer.Decided<PaymentDecision>)
                    hooked.payments().pay(TestGateway.request("key", "order", Scenario.OK));
            UUID payment = paid.decision().posting().paymentId();
            clock.hook = () -> {
                if (hooked.ledger().entries().getLast().type() == EntryType.REFUNDED) {
                    clock.hook = () -> {};
                    hooked.refunds().refund(new RefundRequest(new IdempotencyKey("2"), payment, OptionalLong.of(20)));
                }
            };

            hooked.refunds().refund(new RefundRequest(new IdempotencyKey("1"), payment, OptionalLong.of(10)));
        }

        assertThat(merchant.received)
                .filteredOn(event -> event.type() == EventType.REFUNDED)
                .extracting(WebhookEvent::refunded)
                .containsExactlyInAnyOrder(10L, 30L);
    }

    @Test
    void stopsWhenTheGatewayCloses() {
        merchant.gate = new CountDownLatch(1);
        deliver(Delivery.ON_TIME, null);
        pay("1", Scenario.OK);

        gateway.webhooks().close();
        merchant.gate.countDown();
        pay("2", Scenario.OK);

        assertThat(gateway.webhooks().status()).isEmpty();
    }

    private List<Boolean> lostOf20With(long seed) {
        gateway.webhooks().set(new WebhookSettings(ADDRESS, null, Delivery.LOST, null, 0.5, seed));
        return IntStream.range(0, 20)
                .mapToObj(i -> {
                    int before = counts(EventType.CAPTURED).lost();
                    pay(UUID.randomUUID().toString(), Scenario.OK);
                    return counts(EventType.CAPTURED).lost() > before;
                })
                .toList();
    }

    private void deliver(Delivery delivery, @Nullable Duration delay) {
        gateway.webhooks().set(settings(delivery, delay, 1));
    }

    private static WebhookSettings settings(Delivery delivery, @Nullable Duration delay, double probability) {
        return new WebhookSettings(ADDRESS, null, delivery, delay, probability, 7);
    }

    private Answer<PaymentDecision> attempt(String order, Scenario method) {
        return gateway.payments().pay(TestGateway.request("key-" + order, order, method));
    }

    private UUID pay(String order, Scenario method) {
        return ((Answer.Decided<PaymentDecision>) attempt(order, method))
                .decision()
                .posting()
                .paymentId();
    }

    private void refund(UUID paymentId, long amount) {
        gateway.refunds()
                .refund(new RefundRequest(new IdempotencyKey("r-" + paymentId), paymentId, OptionalLong.of(amount)));
    }

    private static WebhookEvent event() {
        var request = TestGateway.request("key", "order", Scenario.OK);
        var posting = new Posting(UUID.randomUUID(), request.orderId(), request.money(), request.idempotencyKey());
        var payment = new Captured(1, posting, TestGateway.NOW, request.method(), false);
        return new WebhookEvent("evt_1", EventType.CAPTURED, TestGateway.NOW, payment, 0);
    }

    private WebhookEvent only(EventType type) {
        return merchant.received.stream()
                .filter(event -> event.type() == type)
                .findFirst()
                .orElseThrow();
    }

    private void awaitReceived(int events) {
        await().untilAsserted(() -> assertThat(merchant.received).hasSize(events));
    }

    private DeliveryCounts counts(EventType type) {
        return gateway.webhooks().status().orElseThrow().counts().getOrDefault(type, DeliveryCounts.NONE);
    }

    private int pending() {
        return gateway.webhooks().status().orElseThrow().pending();
    }

    /** A clock that runs an action whenever it is read. */
    private static final class HookedClock extends Clock {

        private Runnable hook = () -> {};

        @Override
        public Instant instant() {
            hook.run();
            return TestGateway.NOW;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
