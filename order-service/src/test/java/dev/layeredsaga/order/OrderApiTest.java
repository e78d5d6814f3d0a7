package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.order.Api.Answer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class OrderApiTest {

    private final OrderServiceInstance service = OrderServiceInstance.shared();
    private final Api api = service.api();

    @Test
    void acceptsAnOrderAtItsOwnPrices() {
        String seat = Samples.product(api, 1990, "KRW");
        String cup = Samples.product(api, 5, "KRW");

        Answer answer = api.order("""
                {"customerId": "mina", "paymentMethod": "pm_ok", "onBusy": "RETRY", "lines": [
                  {"sku": "%1$s", "quantity": 1}, {"sku": "%2$s", "quantity": 3}, {"sku": "%1$s", "quantity": 1}]}
                """.formatted(seat, cup), Samples.unique("key"));

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.orderId().version()).isEqualTo(8);
        assertThat(answer.location()).isEqualTo("/orders/" + answer.orderId());
        assertThat(answer.body().propertyNames())
                .containsExactly("orderId", "customerId", "status", "lines", "total", "placedAt", "updatedAt");
        assertThat(answer.body().at("/status").asString()).isEqualTo("PENDING");
        assertThat(answer.body().at("/total").toString()).isEqualTo("""
                {"amount":3995,"currency":"KRW"}""");
        assertThat(answer.body().at("/lines").toString()).isEqualTo("""
                [{"sku":"%s","quantity":2,"unitPrice":{"amount":1990,"currency":"KRW"}},\
                {"sku":"%s","quantity":3,"unitPrice":{"amount":5,"currency":"KRW"}}]""".formatted(seat, cup));
    }

    @Test
    void showsTheOrderAsItWasAccepted() {
        Answer placed = api.order(Samples.order("mina", Samples.product(api, 1990, "KRW"), 2), Samples.unique("key"));

        Answer shown = api.get(placed.location());

        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.body()).isEqualTo(placed.body());
    }

    @Test
    void keepsThePriceOfTheMomentOfTheOrder() {
        String sku = Samples.product(api, 1990, "KRW");
        Answer placed = api.order(Samples.order("mina", sku, 1), Samples.unique("key"));

        api.put("/products/" + sku, Samples.product(9990, "KRW"));

        assertThat(api.get(placed.location()).body()).isEqualTo(placed.body());
    }

    @Test
    void knowsNoOrderThatWasNeverPlaced() {
        String unknown = "/orders/" + UUID.randomUUID();

        assertThat(api.get(unknown).status()).isEqualTo(404);
        assertThat(api.get(unknown).code()).isEqualTo("ORDER_NOT_FOUND");
        assertThat(api.post(unknown + "/cancellation").code()).isEqualTo("ORDER_NOT_FOUND");
        assertThat(api.get("/orders/not-a-uuid").code()).isEqualTo("VALIDATION_FAILED");
    }

    @Test
    void listsACustomersOrdersPageByPageNewestFirst() {
        String customer = Samples.unique("customer");
        String sku = Samples.product(api, 1, "KRW");
        List<String> placed = new ArrayList<>(IntStream.range(0, 5)
                .mapToObj(i -> api.order(Samples.order(customer, sku, 1), Samples.unique("key")))
                .map(answer -> answer.orderId().toString())
                .toList());

        List<String> listed = new ArrayList<>();
        JsonNode page = api.get("/orders?limit=2&customerId=" + customer).body();
        listed.addAll(ids(page));
        while (page.has("next")) {
            page = api.get("/orders?limit=2&customerId=%s&after=%s"
                            .formatted(customer, page.at("/next").asString()))
                    .body();
            assertThat(ids(page)).hasSizeBetween(1, 2);
            listed.addAll(ids(page));
        }

        Collections.reverse(placed);
        assertThat(listed).isEqualTo(placed);
    }

    @Test
    void listsByStatus() {
        String customer = Samples.unique("customer");
        String sku = Samples.product(api, 1, "KRW");
        Answer placed = api.order(Samples.order(customer, sku, 1), Samples.unique("key"));

        assertThat(ids(api.get("/orders?status=PENDING&customerId=" + customer).body()))
                .containsExactly(placed.orderId().toString());
        assertThat(api.get("/orders?status=CONFIRMED&customerId=" + customer)
                        .body()
                        .toString())
                .isEqualTo("""
                        {"orders":[]}""");
        assertThat(ids(api.get("/orders").body())).contains(placed.orderId().toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit=0",
                "limit=101",
                "limit=many",
                "status=LOST",
                "after=yesterday",
                "customerId=%00",
                "customerId="
            })
    void refusesQuestionsItDoesNotUnderstand(String query) {
        Answer answer = api.get("/orders?" + query);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("VALIDATION_FAILED");
        assertThat(answer.body().at("/errors/0/field").asString()).isEqualTo(query.substring(0, query.indexOf('=')));
    }

    @Test
    void storesAnOrderWithTheNewsOfItOrNotAtAll() {
        String order = Samples.order("mina", Samples.product(api, 1, "KRW"), 1);
        long before = service.count("customer_order");
        service.changeTable("ALTER TABLE outbox RENAME TO outbox_away");
        try {
            Answer answer = api.order(order, Samples.unique("key"));

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.body().toString()).doesNotContain("outbox");
            assertThat(answer.code()).isEqualTo("TEMPORARILY_UNAVAILABLE");
            assertThat(service.count("customer_order")).isEqualTo(before);
        } finally {
            service.changeTable("ALTER TABLE outbox_away RENAME TO outbox");
        }
    }

    private static List<String> ids(JsonNode page) {
        return page.at("/orders")
                .valueStream()
                .map(order -> order.path("orderId").asString())
                .toList();
    }
}
