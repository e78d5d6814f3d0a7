package dev.layeredsaga.paymentstub.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.gateway.Gateway;
import dev.layeredsaga.paymentstub.gateway.TestGateway;
import dev.layeredsaga.paymentstub.ledger.Journal;
import dev.layeredsaga.paymentstub.payment.Payment;
import dev.layeredsaga.paymentstub.refund.RefundRequest;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class WebhooksTest {

    private static final URI ADDRESS = URI.create("http://merchant.example/hooks");

    private final Merchant merchant = new Merchant();
    private final Gateway gateway = Gateway.open(Clock.systemUTC(), duration -> {}, Journal.NONE, merchant);

    @AfterEach
    void close() {
        gateway.webhooks().close();
    }

    @Test
    void tellNobodyWithoutAnAddress() {
        pay("1", Scenario.OK);

        assertThat(gateway.webhooks().status()).isEmpty();
        assertThat(merchant.told).isEmpty();
    }

    @Test
    void tellOfEveryDecision() {
        deliver(Delivery.ON_TIME, null);

        UUID paymentId = pay("1", Scenario.OK);
        pay("2", Scenario.DECLINED_FRAUD);
        refund(paymentId, 990);

        awaitTold(3);
        assertThat(merchant.types())
                .containsExactlyInAnyOrder(EventType.CAPTURED, EventType.DECLINED, EventType.REFUNDED);
        assertThat(only(EventType.REFUNDED).refunded()).isEqualTo(990);
        assertThat(only(EventType.CAPTURED).payment().id()).isEqualTo(paymentId);
    }

    @Test
    void tellOfADecisionWhoseAnswerIsLostAndOfNoneThatWasNotMade() {
        deliver(Delivery.BEFORE_RESPONSE, null);

        attempt("1", Scenario.CHARGED_RESPONSE_LOST);
        attempt("2", Scenario.TIMEOUT_NOT_CHARGED);
        attempt("3", Scenario.UNAVAILABLE_503);

        assertThat(merchant.types()).containsExactly(EventType.CAPTURED);
    }

    /** An acknowledged webhook makes the payment known to the client, even if the answer was lost. */
    @Test
    void endTheUncertaintyOfALostAnswer() {
        deliver(Delivery.ON_TIME, null);
        attempt("told", Scenario.CHARGED_RESPONSE_LOST);
        awaitTold(1);

        await().until(() -> gateway.ledger().unknownCaptures().isEmpty());

        deliver(Delivery.LOST, null);
        attempt("not told", Scenario.CHARGED_RESPONSE_LOST);
        assertThat(gateway.ledger().unknownCaptures()).hasSize(1);
    }

    @Test
    void tellOfADecisionOnceHoweverOftenItIsGivenAgain() {
        deliver(Delivery.BEFORE_RESPONSE, null);

        pay("1", Scenario.OK);
        pay("1", Scenario.OK);

        assertThat(merchant.told).hasSize(1);
    }

    @Test
    void comeBeforeTheResponse() {
        deliver(Delivery.BEFORE_RESPONSE, null);

        pay("1", Scenario.OK);

        assertThat(merchant.told).hasSize(1);
        assertThat(tally(EventType.CAPTURED)).isEqualTo(new Tally(1, 1, 0, 0));
    }

    @Test
    void comeTwiceUnderOneId() {
        deliver(Delivery.DUPLICATED, null);

        pay("1", Scenario.OK);

        awaitTold(2);
        assertThat(merchant.told)
                .extracting(WebhookEvent::id)
                .containsOnly(merchant.told.getFirst().id());
    }

    @Test
    void neverCome() {
        deliver(Delivery.LOST, null);

        pay("1", Scenario.OK);

        assertThat(tally(EventType.CAPTURED)).isEqualTo(new Tally(0, 0, 0, 1));
        assertThat(pending()).isZero();
    }

    @Test
    void tellOfTheRefundBeforeTheCapture() {
        deliver(Delivery.OUT_OF_ORDER, Duration.ofSeconds(15));

        refund(pay("1", Scenario.OK), 1990);

        awaitTold(2);
        assertThat(merchant.types()).containsExactly(EventType.REFUNDED, EventType.CAPTURED);
    }

    @Test
    void comeInTheEndThoughNothingOvertakesThem() {
        deliver(Delivery.OUT_OF_ORDER, Duration.ofMillis(50));

        pay("1", Scenario.OK);
        pay("2", Scenario.OK);

        awaitTold(2);
    }

    @Test
    void areRepeatedAfterEverLongerPauses() {
        List<Duration> pauses = new CopyOnWriteArrayList<>();
        merchant.deafFor = 3;
        try (var webhooks = new Webhooks(merchant, pauses::add)) {
            webhooks.set(settings(Delivery.ON_TIME, null, 1));
            webhooks.tell(event());
            awaitTold(4);
        }

        assertThat(pauses).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4));
        assertThat(merchant.told)
                .extracting(WebhookEvent::id)
                .containsOnly(merchant.told.getFirst().id());
    }

    @Test
    void areGivenUpAfterTheEighthRepetition() {
        List<Duration> pauses = new CopyOnWriteArrayList<>();
        merchant.deafFor = Integer.MAX_VALUE;
        try (var webhooks = new Webhooks(merchant, pauses::add)) {
            webhooks.set(settings(Delivery.ON_TIME, null, 1));
            webhooks.tell(event());
            await().until(() -> webhooks.status().orElseThrow().pending() == 0);

            assertThat(webhooks.status().orElseThrow().tallies())
                    .containsEntry(EventType.CAPTURED, new Tally(9, 0, 1, 0));
            assertThat(pauses).hasSize(8).last().isEqualTo(Duration.ofSeconds(128));
        }
    }

    @Test
    void areLateByTheDelay() {
        List<Duration> pauses = new CopyOnWriteArrayList<>();
        try (var webhooks = new Webhooks(merchant, pauses::add)) {
            webhooks.set(settings(Delivery.LATE, null, 1));
            webhooks.tell(event());
            awaitTold(1);
        }

        assertThat(pauses).containsExactly(Duration.ofSeconds(3));
    }

    @Test
    void holdNoPaymentUpWhenTheMerchantIsSilent() {
        merchant.gate = new CountDownLatch(1);
        deliver(Delivery.ON_TIME, null);

        IntStream.range(0, 50).forEach(i -> pay("p" + i, Scenario.OK));

        assertThat(merchant.told).isEmpty();
        assertThat(pending()).isEqualTo(50);
    }

    @Test
    void fareTheSameWithTheSameSeed() {
        assertThat(lostOf20With(7)).isEqualTo(lostOf20With(7)).contains(true, false);
    }

    @Test
    void stopWhenTheGatewayCloses() {
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
                    int before = tally(EventType.CAPTURED).lost();
                    pay(UUID.randomUUID().toString(), Scenario.OK);
                    return tally(EventType.CAPTURED).lost() > before;
                })
                .toList();
    }

    private void deliver(Delivery delivery, @Nullable Duration delay) {
        gateway.webhooks().set(settings(delivery, delay, 1));
    }

    private static WebhookSettings settings(Delivery delivery, @Nullable Duration delay, double probability) {
        return new WebhookSettings(ADDRESS, null, delivery, delay, probability, 7);
    }

    private Answer<Payment.Decided> attempt(String order, Scenario method) {
        return gateway.payments().pay(TestGateway.request("key-" + order, order, method));
    }

    private UUID pay(String order, Scenario method) {
        return ((Answer.Decided<Payment.Decided>) attempt(order, method))
                .decision()
                .id();
    }

    private void refund(UUID paymentId, long amount) {
        gateway.refunds()
                .refund(new RefundRequest(new IdempotencyKey("r-" + paymentId), paymentId, OptionalLong.of(amount)));
    }

    private static WebhookEvent event() {
        var request = TestGateway.request("key", "order", Scenario.OK);
        var payment = new Payment.Captured(UUID.randomUUID(), request, TestGateway.NOW);
        return new WebhookEvent("evt_1", EventType.CAPTURED, TestGateway.NOW, payment, 0);
    }

    private WebhookEvent only(EventType type) {
        return merchant.told.stream()
                .filter(event -> event.type() == type)
                .findFirst()
                .orElseThrow();
    }

    private void awaitTold(int events) {
        await().untilAsserted(() -> assertThat(merchant.told).hasSize(events));
    }

    private Tally tally(EventType type) {
        return gateway.webhooks().status().orElseThrow().tallies().getOrDefault(type, Tally.NONE);
    }

    private int pending() {
        return gateway.webhooks().status().orElseThrow().pending();
    }
}
