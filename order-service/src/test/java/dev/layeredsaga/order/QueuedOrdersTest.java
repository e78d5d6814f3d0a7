package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.order.Api.Answer;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Limit of a customer's orders that may wait for stock. */
class QueuedOrdersTest {

    private static final int LIMIT = 50;

    private final OrderServiceInstance service = OrderServiceInstance.shared();
    private final Api api = service.api();
    private final String customer = "nora-" + UUID.randomUUID();
    private final String sku = Samples.product(api, 1990, "KRW");
    private final String waiting = waitingOrder(customer);

    /** Uses two instances: neither sees the uncommitted orders of the other. */
    @Test
    void neverAreMoreThanTheLimitHoweverManyComeAtOnce() {
        List<Answer> answers;
        try (OrderServiceInstance other = OrderServiceInstance.start()) {
            List<Api> apis = List.of(api, other.api());
            answers = AtOnce.call(60, i -> apis.get(i % 2).orderUntilServed(waiting, customer + i))
                    .toList();
        }

        assertThat(answers.stream().filter(answer -> answer.status() == 202)).hasSize(LIMIT);
        assertThat(answers.stream().filter(answer -> answer.status() != 202))
                .hasSize(60 - LIMIT)
                .allSatisfy(refused -> {
                    assertThat(refused.status()).isEqualTo(429);
                    assertThat(refused.code()).isEqualTo("TOO_MANY_QUEUED_ORDERS");
                    assertThat(refused.body().path("limit").asInt()).isEqualTo(LIMIT);
                    assertThat(refused.header("Retry-After")).isNotEmpty();
                });
        assertThat(stored()).isEqualTo(LIMIT);
        assertThat(api.order(waiting, customer + answers.indexOf(accepted(answers))))
                .as("a repeated request takes no place")
                .isEqualTo(accepted(answers));
        assertThat(api.order(Samples.order(customer, sku, 1), customer + "rejected-if-busy")
                        .status())
                .as("an order that does not wait")
                .isEqualTo(202);
        assertThat(api.order(waitingOrder("others-" + customer), customer + "others")
                        .status())
                .as("another customer's")
                .isEqualTo(202);
    }

    @Test
    void freeTheirPlacesWhenTheyEnd() {
        try (OrderServiceInstance strict = OrderServiceInstance.start("--order.queue.per-customer=1")) {
            UUID first = strict.api().order(waiting, customer + "first").orderId();
            assertThat(strict.api().order(waiting, customer + "next").status()).isEqualTo(429);

            new Orchestrator(service)
                    .publish(first, 1, new OrderSagaEvent.OrderConfirmed(null, null, new Money(1990, "KRW")));

            await().until(() -> strict.api().order(waiting, customer + "next").status() == 202);
        }
    }

    private static Answer accepted(List<Answer> answers) {
        return answers.stream()
                .filter(answer -> answer.status() == 202)
                .findFirst()
                .orElseThrow();
    }

    private String waitingOrder(String owner) {
        return Samples.order(owner, sku, 1).replace("\"pm_ok\"", "\"pm_ok\", \"onBusy\": \"WAIT\"");
    }

    private long stored() {
        return service.database()
                .sql("SELECT count(*) FROM customer_order WHERE customer_id = ?")
                .param(customer)
                .query(Long.class)
                .single();
    }
}
