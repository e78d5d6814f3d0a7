package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.order.OrderReason;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderLine;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.order.Api.Answer;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** {@code DELETE /customers/{customerId}}. */
@ExtendWith(OutputCaptureExtension.class)
class CustomerErasureTest {

    private static final Money PRICE = new Money(1990, "KRW");
    private static final SagaEvent CONFIRMED = new OrderSagaEvent.OrderConfirmed(null, null, PRICE);

    private final OrderServiceInstance service = OrderServiceInstance.shared();
    private final Api api = service.api();
    private final Orchestrator orchestrator = new Orchestrator(service);
    private final String customer = "lena-" + UUID.randomUUID();
    private final String sku = Samples.product(api, 1990, "KRW");

    @Test
    void leavesNothingThatSaysWhoseTheOrdersWere(CapturedOutput log) {
        UUID confirmed = placed(Samples.order(customer, sku, 2));
        List<OrderLine> lines = List.of(new OrderLine(sku, 2, PRICE));
        orchestrator.publish(confirmed, 1, new OrderSagaEvent.SagaStarted("order", 1, customer, lines, PRICE));
        orchestrator.publish(confirmed, 2, new OrderSagaEvent.OrderConfirmed(customer, lines, PRICE));
        UUID rejected = placed(heldBy(customer));
        orchestrator.publish(
                rejected,
                1,
                new OrderSagaEvent.OrderRejected(
                        OrderReason.of(ReasonCode.CANCELLED_BY_OPERATOR, "as " + customer + " wishes"),
                        customer,
                        lines,
                        PRICE));
        awaitEnded(confirmed);
        awaitEnded(rejected);
        JsonNode before = api.get("/orders/" + confirmed).body();
        assertThat(stored(confirmed) + stored(rejected)).contains(customer);

        Answer answer = erase();

        assertThat(answer.status()).isEqualTo(204);
        assertThat(stored(confirmed) + stored(rejected)).doesNotContain(customer, "pm_ok");
        assertThat(api.get("/orders?customerId=" + customer).body().path("orders"))
                .isEmpty();
        JsonNode after = api.get("/orders/" + confirmed).body();
        assertThat(after.path("customerId").asString()).startsWith("erased-");
        assertThat(after.path("customerId"))
                .isNotEqualTo(api.get("/orders/" + rejected).body().path("customerId"));
        assertThat(after.path("lines")).isEqualTo(before.path("lines"));
        assertThat(after.path("status").asString()).isEqualTo("CONFIRMED");
        assertThat(log).contains("operator kim erased a customer from 2 orders").doesNotContain(customer);
        assertThat(erase().status()).as("again").isEqualTo(204);
    }

    @Test
    void takesNoEventThatComesLater() {
        UUID order = placed(Samples.order(customer, sku, 1));
        orchestrator.publish(order, 2, CONFIRMED);
        awaitEnded(order);
        assertThat(erase().status()).isEqualTo(204);

        orchestrator.publish(
                order,
                1,
                new OrderSagaEvent.SagaStarted("order", 1, customer, List.of(new OrderLine(sku, 1, null)), PRICE));
        orchestrator.awaitHandled(orchestrator.publish(order, CONFIRMED));

        assertThat(stored(order)).doesNotContain(customer);
    }

    @Test
    void saysHowManyOrdersHaveNotEnded() {
        UUID ended = placed(Samples.order(customer, sku, 1));
        orchestrator.publish(ended, 1, CONFIRMED);
        awaitEnded(ended);
        UUID open = placed(Samples.order(customer, sku, 1));

        Answer answer = erase();

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("CUSTOMER_HAS_OPEN_ORDERS");
        assertThat(answer.body().path("open").asInt()).isEqualTo(1);
        assertThat(stored(ended)).doesNotContain(customer);
        assertThat(stored(open)).contains(customer);
        orchestrator.publish(open, 1, CONFIRMED);
        awaitEnded(open);
        assertThat(erase().status()).isEqualTo(204);
        assertThat(stored(open)).doesNotContain(customer);
    }

    /** A key used before the erasure is free again for another order; the same request would have the erased order's id. */
    @Test
    void freesTheCustomersKeysForOtherOrders() {
        Api theirs = api.as(LocalIssuer.get().customer(customer));
        UUID order = theirs.order(Samples.order(customer, sku, 1), "key-1").orderId();
        orchestrator.publish(order, 1, CONFIRMED);
        awaitEnded(order);
        assertThat(erase().status()).isEqualTo(204);

        assertThat(theirs.get("/orders/" + order).status()).isEqualTo(404);
        Answer again = theirs.order(Samples.order(customer, sku, 1), "key-1");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.code()).isEqualTo("ORDER_ERASED");
        assertThat(theirs.order(Samples.order(customer, sku, 2), "key-1").orderId())
                .isNotEqualTo(order);
    }

    @Test
    void isOnlyForOperators() {
        Api theirs = api.as(LocalIssuer.get().customer(customer));

        assertThat(theirs.send(theirs.request("/customers/" + customer).DELETE())
                        .status())
                .isEqualTo(403);
    }

    /** The token of a claim is kept only while the order may have to be published again. */
    @Test
    void dropsTheTokenOfAHeldClaimWhenTheOrderEnds() {
        UUID order = placed(heldBy(customer));
        assertThat(stored(order)).contains("token");

        orchestrator.publish(order, 1, CONFIRMED);
        awaitEnded(order);

        assertThat(stored(order)).doesNotContain("token");
    }

    private String heldBy(String owner) {
        return Samples.order(owner, sku, 1)
                .replace(
                        "\"pm_ok\"",
                        "\"pm_ok\", \"claim\": {\"id\": \"%s\", \"token\": \"%s\"}"
                                .formatted(UUID.randomUUID(), UUID.randomUUID()));
    }

    private UUID placed(String order) {
        return api.order(order, Samples.unique(customer)).orderId();
    }

    private void awaitEnded(UUID order) {
        await().until(() -> !"PENDING"
                .equals(api.get("/orders/" + order).body().path("status").asString()));
    }

    private Answer erase() {
        return api.send(api.request("/customers/" + customer).DELETE());
    }

    /** Returns all stored data of the order, with its events. */
    private String stored(UUID order) {
        return service.database()
                .sql(
                        "SELECT to_jsonb(o)::text || coalesce((SELECT string_agg(data, ' ') FROM order_event WHERE order_id = o.id), '')"
                                + " FROM customer_order o WHERE id = ?")
                .param(order)
                .query(String.class)
                .single();
    }
}
