package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.order.OrderReason;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.order.Api.Answer;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code Prefer: wait}: the response is sent when the order has ended. */
class WaitingForAnOrderTest {

    private static final SagaEvent CONFIRMED = new OrderSagaEvent.OrderConfirmed(null, null, new Money(1990, "KRW"));

    private final OrderServiceInstance service = OrderServiceInstance.shared();
    private final Api api = service.api();
    private final Orchestrator orchestrator = new Orchestrator(service);
    private final String customer = Samples.unique("customer");
    private final String order = Samples.order(customer, Samples.product(api, 1990, "KRW"), 1);

    @Test
    void answersWithTheConfirmedOrder() {
        CompletableFuture<Answer> waiting = wait(api, 30);
        UUID placed = awaitPlaced(1).getFirst();
        orchestrator.publish(placed, CONFIRMED);

        Answer answer = waiting.join();

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.location()).isEqualTo("/orders/" + placed);
        assertThat(answer.header("Preference-Applied")).isEqualTo("wait=30");
        assertThat(answer.body().at("/status").asString()).isEqualTo("CONFIRMED");
        assertThat(answer.body()).isEqualTo(api.get("/orders/" + placed).body());
    }

    @ParameterizedTest
    @CsvSource({
        "RESOURCE_BUSY, 409",
        "OUT_OF_STOCK, 409",
        "CLAIM_LOST, 409",
        "CLAIM_EXPIRED, 409",
        "PAYMENT_DECLINED, 402",
        "PAYMENT_UNAVAILABLE, 409"
    })
    void answersWhyTheOrderWasRejected(ReasonCode code, int status) {
        CompletableFuture<Answer> waiting = wait(api, 30);
        UUID placed = awaitPlaced(1).getFirst();
        orchestrator.publish(
                placed,
                new OrderSagaEvent.OrderRejected(
                        new OrderReason(code, "for this reason", "seat-7", 30, null, null), null, null, null));

        Answer answer = waiting.join();

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.contentType()).isEqualTo("application/problem+json");
        assertThat(answer.body().path("type").asString())
                .endsWith("/docs/problems.md#" + answer.code().toLowerCase(Locale.ROOT));
        assertThat(answer.code()).isEqualTo(code.name());
        assertThat(answer.body().at("/sku").asString()).isEqualTo("seat-7");
        assertThat(answer.body().at("/detail").asString()).isEqualTo("for this reason");
        assertThat(answer.header("Retry-After")).isEqualTo("30");
        assertThat(answer.location()).isEqualTo("/orders/" + placed);
        assertThat(answer.body().at("/order/status").asString()).isEqualTo("REJECTED");
    }

    @Test
    void answersAsUsualWhenTheTimeIsOver() {
        Answer answer = api.orderAndWait(order, Samples.unique("key"), 1);

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.header("Preference-Applied")).isEqualTo("wait=1");
        assertThat(answer.body().at("/status").asString()).isEqualTo("PENDING");
    }

    @Test
    void answersARepetitionAtOnceIfTheOrderHasEnded() {
        String key = Samples.unique("key");
        UUID placed = api.order(order, key).orderId();
        orchestrator.awaitHandled(orchestrator.publish(placed, CONFIRMED));

        assertThat(api.orderAndWait(order, key, 60).status()).isEqualTo(201);
        assertThat(api.order(order, key).status()).as("without the wish").isEqualTo(202);
    }

    /** Preferences that are not understood are ignored, as RFC 7240 requires. */
    @ParameterizedTest
    @ValueSource(strings = {"wait=soon", "wait=-1", "wait", "respond-async", "", "wait=99999999999999999999"})
    void ignoresAPreferenceThatItDoesNotUnderstand(String preference) {
        Answer answer = api.send(api.request("/orders")
                .POST(BodyPublishers.ofString(order))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", Samples.unique("key"))
                .header("Prefer", preference));

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.header("Preference-Applied")).isEmpty();
    }

    /** Requests wait on one instance while the other receives the event. */
    @Test
    void worksWhicheverInstanceReceivesTheEnd() {
        assertThat(waitOnTwoInstances(await()))
                .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(201));
    }

    /** Without a notification they would wait for ten seconds. */
    @Tag("timing")
    @Test
    void isNotifiedByTheInstanceThatReceivesTheEnd() {
        assertThat(waitOnTwoInstances(await().atMost(Duration.ofSeconds(7))))
                .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(201));
    }

    private List<Answer> waitOnTwoInstances(ConditionFactory await) {
        try (OrderServiceInstance other = OrderServiceInstance.start()) {
            List<CompletableFuture<Answer>> waiting = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                waiting.add(wait(i % 2 == 0 ? api : other.api(), 60));
            }
            List<UUID> placed = awaitPlaced(20);
            placed.forEach(id -> orchestrator.publish(id, CONFIRMED));
            await.until(() -> waiting.stream().allMatch(CompletableFuture::isDone));
            return waiting.stream().map(CompletableFuture::join).toList();
        }
    }

    @Test
    void isGivenUpWhenTheServiceStops() throws Exception {
        CompletableFuture<Answer> waiting;
        try (OrderServiceInstance other = OrderServiceInstance.start()) {
            waiting = wait(other.api(), 60);
            awaitPlaced(1);
        }

        assertThat(waiting.get().status()).isEqualTo(202);
    }

    private CompletableFuture<Answer> wait(Api instance, long seconds) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                answer.complete(instance.orderAndWait(order, Samples.unique("key"), seconds));
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    private List<UUID> awaitPlaced(int count) {
        List<UUID> placed = new ArrayList<>();
        await().until(() -> {
            placed.clear();
            api.get("/orders?limit=100&customerId=" + customer)
                    .body()
                    .at("/orders")
                    .forEach(shown ->
                            placed.add(UUID.fromString(shown.path("orderId").asString())));
            return placed.size() == count;
        });
        return placed;
    }
}
