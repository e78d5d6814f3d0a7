package dev.layeredsaga.testbed.e2e;

import static dev.layeredsaga.testbed.e2e.OrderAudit.assertAuditHolds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import dev.layeredsaga.testbed.system.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The order-service has lost an order, as with a database that was restored to a time before it, and the customer repeats the request. */
@Order(SharedSystem.LAST)
class LostOrderIT {

    private static final HeldRows CLAIMS = HeldRows.ofClaims();
    private static final HeldRows SAGAS = HeldRows.ofSagas();

    @BeforeAll
    static void makeGates() {
        CLAIMS.makeGate();
        SAGAS.makeGate();
    }

    private final Shop shop = new Shop(SharedSystem.addresses());
    private final JdbcClient orders = orders();
    private final String seat = "seat-" + UUID.randomUUID();
    private final Map<String, String> key =
            Map.of("Idempotency-Key", UUID.randomUUID().toString());

    @ParameterizedTest
    @ValueSource(strings = {"pm_ok", "pm_declined_fraud"})
    void endsAsItsSagaHasWithoutASecondPayment(String method) {
        shop.stock(seat, 2, "COUNTED");
        String order = shop.order(seat, method, "REJECT", key);
        shop.awaitEndOf(List.of(order));
        String end = shop.statusOf(order);
        lose(order);

        assertThat(shop.order(seat, method, "REJECT", key)).isEqualTo(order);

        assertThat(shop.statusOf(order)).isEqualTo("PENDING");
        letTimePass(order);
        shop.awaitEndOf(List.of(order));
        assertThat(shop.statusOf(order)).isEqualTo(end);
        assertAuditHolds(shop, seat, 2, List.of(order));
    }

    /** The next event of its saga shows that there is an order that has been lost. */
    @Test
    void isPutBackThoughNoClientAsksForItAgain() {
        shop.stock(seat, 1, "EXCLUSIVE");
        List<String> placed = new ArrayList<>();
        // the event of the payment comes after the loss
        SAGAS.holding(seat, () -> {
            placed.add(shop.order(seat, "pm_slow_then_ok", "REJECT", key));
            shop.awaitStep(placed.getFirst(), "pay");
            lose(placed.getFirst());
        });
        String order = placed.getFirst();

        await().until(() -> isThere(order));
        letTimePass(order);

        shop.awaitEndOf(List.of(order));
        assertThat(shop.statusOf(order)).isEqualTo("CONFIRMED");
        assertThat(shop.order(seat, "pm_slow_then_ok", "REJECT", key)).isEqualTo(order);
        assertAuditHolds(shop, seat, 1, List.of(order));
    }

    private boolean isThere(String order) {
        return orders.sql("SELECT count(*) = 1 FROM customer_order WHERE id = ?::uuid")
                .param(order)
                .query(Boolean.class)
                .single();
    }

    @Test
    void isCancelledThoughItsSagaIsOlder() {
        shop.stock(seat, 1, "EXCLUSIVE");
        List<String> placed = new ArrayList<>();
        // the saga cannot end before the cancellation
        CLAIMS.holding(seat, () -> {
            placed.add(shop.order(seat, "pm_slow_then_ok", "REJECT", key));
            shop.awaitStep(placed.getFirst(), "pay", "confirm");
            lose(placed.getFirst());

            assertThat(shop.order(seat, "pm_slow_then_ok", "REJECT", key)).isEqualTo(placed.getFirst());
            shop.cancel(placed.getFirst());
        });
        String order = placed.getFirst();
        letTimePass(order);

        shop.awaitEndOf(List.of(order));
        assertAuditHolds(shop, seat, 1, List.of(order));
    }

    /** With the inbox, which has been restored, too: the saga's events come again as they were. */
    private void lose(String order) {
        orders.sql("DELETE FROM inbox").update();
        orders.sql("DELETE FROM order_event WHERE order_id = ?::uuid")
                .param(order)
                .update();
        assertThat(orders.sql("DELETE FROM customer_order WHERE id = ?::uuid")
                        .param(order)
                        .update())
                .isOne();
    }

    /** The time after which the events of an order's saga are asked for. */
    private void letTimePass(String order) {
        orders.sql("""
                        UPDATE customer_order SET placed_at = placed_at - interval '1 minute', reconcile_at = clock_timestamp()
                        WHERE id = ?::uuid""").param(order).update();
    }

    private static JdbcClient orders() {
        PostgresServer server = SharedInfrastructure.get().postgres();
        return JdbcClient.create(new DriverManagerDataSource(
                server.jdbcUrl(Service.ORDERS.database()), server.user(), server.password()));
    }
}
