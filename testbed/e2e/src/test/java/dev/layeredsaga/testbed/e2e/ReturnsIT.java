package dev.layeredsaga.testbed.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Returns through the whole system, with two instances of every service. */
@Order(SharedSystem.LAST)
class ReturnsIT {

    private static final PublishedRecords EVENTS = new PublishedRecords("returns.events");

    private final Shop shop = new Shop(SharedSystem.addresses());

    @Test
    void refundsAndRestocksWhatComesBack() {
        String order = confirmed("lamp", 5, 3);

        String id = accepted(order, Map.of("lines", lines("lamp", 2), "reason", "too bright"));
        shop.signal(id, "goods-received", Map.of("writtenOff", lines("lamp", 1)));
        awaitEndOf(order, 1);

        JsonNode made = shop.returnsOf(order).getFirst();
        assertThat(made.path("status").asString()).isEqualTo("COMPLETED");
        assertThat(made.at("/amount/amount").asLong()).isEqualTo(2 * Shop.PRICE);
        assertThat(shop.accountOf(order).net()).isEqualTo(Shop.PRICE);
        assertThat(shop.onHand("lamp")).isEqualTo(5 - 3 + 1);
        assertThat(shop.orderOf(order).at("/returned/amount").asLong()).isEqualTo(2 * Shop.PRICE);
        List<ConsumerRecord<String, String>> events = EVENTS.of(id);
        assertThat(events.stream()
                        .map(event -> PublishedRecords.header(event, "ce_sequence") + " "
                                + PublishedRecords.header(event, "ce_type"))
                        .distinct())
                .containsExactly("1 ReturnStarted", "2 GoodsReceived", "3 MoneyReturned", "4 ReturnCompleted");
        assertThat(events)
                .extracting(event -> JsonMapper.shared()
                        .readTree(event.value())
                        .path("orderId")
                        .asString())
                .containsOnly(order);
    }

    /** Each of a hundred clients wants one piece back, of which there are fewer, at one of two instances of the order-service. */
    @Test
    @Tag("load")
    void givesEverythingBackOnceHoweverManyAskAtOnce() throws Exception {
        String order = confirmed("chair", 40, 40);
        Map<String, ?> one = Map.of("lines", lines("chair", 1), "reason", "wobbles", "goods", "NOT_SENT");
        CyclicBarrier start = new CyclicBarrier(100);
        List<Callable<Integer>> clients = IntStream.range(0, 100)
                .<Callable<Integer>>mapToObj(i -> () -> {
                    start.await();
                    return shop.requestReturn(SharedSystem.orderServices().get(i % 2), order, one)
                            .status();
                })
                .toList();
        int accepted = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Integer> status : threads.invokeAll(clients)) {
                accepted += status.get() == 202 ? 1 : 0;
            }
        }
        // those that were not served, as the database was busy
        while (accepted < 40) {
            assertThat(shop.requestReturn(SharedSystem.orderServices().getFirst(), order, one)
                            .status())
                    .isEqualTo(202);
            accepted++;
        }
        awaitEndOf(order, 40);

        assertThat(shop.returnsOf(order))
                .hasSize(40)
                .allSatisfy(made -> assertThat(made.path("status").asString()).isEqualTo("COMPLETED"));
        assertThat(shop.requestReturn(SharedSystem.orderServices().getFirst(), order, one)
                        .body()
                        .path("code")
                        .asString())
                .isEqualTo("RETURN_EXCEEDS_ORDER");
        assertThat(shop.accountOf(order).net()).isZero();
        assertThat(shop.onHand("chair")).isEqualTo(40);
    }

    private String confirmed(String sku, int stock, int ordered) {
        shop.stock(sku, stock, "COUNTED");
        String order = shop.order("pm_ok", Map.of("lines", lines(sku, ordered)), sku);
        shop.awaitEndOf(List.of(order));
        assertThat(shop.statusOf(order)).isEqualTo("CONFIRMED");
        return order;
    }

    private String accepted(String order, Map<String, ?> request) {
        return shop.requestReturn(SharedSystem.orderServices().getFirst(), order, request)
                .body()
                .path("returnId")
                .asString();
    }

    private void awaitEndOf(String order, int returns) {
        await().untilAsserted(() -> assertThat(shop.returnsOf(order))
                .hasSize(returns)
                .extracting(made -> made.path("status").asString())
                .isSubsetOf("COMPLETED", "REJECTED"));
    }

    private static List<Map<String, Object>> lines(String sku, int quantity) {
        return List.of(Map.of("sku", sku, "quantity", quantity));
    }
}
