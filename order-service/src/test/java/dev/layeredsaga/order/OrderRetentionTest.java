package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.saga.SagaEvent;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Removal of orders that ended long ago. */
@ExtendWith(OutputCaptureExtension.class)
class OrderRetentionTest {

    private static final SagaEvent CONFIRMED = new OrderSagaEvent.OrderConfirmed(null, null, new Money(1990, "KRW"));
    private static final String[] OFTEN = {"--order.retention.interval=100ms", "--order.retention.batch-size=2"};

    private final OrderServiceInstance shared = OrderServiceInstance.shared();
    private final Api api = shared.api();
    private final JdbcClient database = shared.database();
    private final Orchestrator orchestrator = new Orchestrator(shared);

    @Test
    void removesOrdersThatEndedLongAgoWithTheirEventsAndNothingElse(CapturedOutput log) {
        List<UUID> old = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            old.add(aged(ended(), 401, 401));
        }
        UUID endedLate = aged(ended(), 401, 399);
        UUID open = aged(Samples.placedOrder(api), 401, 401);
        UUID young = aged(ended(), 399, 399);

        try (OrderServiceInstance one = OrderServiceInstance.start(OFTEN);
                OrderServiceInstance other = OrderServiceInstance.start(OFTEN)) {
            await().until(() -> old.stream().noneMatch(this::exists));

            await().until(() -> removed(one) + removed(other) == 9);
        }
        assertThat(List.of(endedLate, open, young)).allMatch(this::exists);
        assertThat(old).allSatisfy(id -> assertThat(events(id)).isZero());
        assertThat(events(young)).isEqualTo(1);
        assertThat(log).contains("orders that had ended more than PT9600H ago");
    }

    @Test
    void takesNoEventsForOrdersThatAreGone() {
        UUID order = aged(ended(), 401, 401);
        try (OrderServiceInstance often = OrderServiceInstance.start(OFTEN)) {
            await().until(() -> !exists(order) && removed(often) > 0);
            UUID behind = Samples.placedOrder(api);
            orchestrator.sendTo(0, orchestrator.event(order, 2, CONFIRMED));
            ProducerRecord<String, byte[]> last = orchestrator.event(behind, CONFIRMED);
            orchestrator.sendTo(0, last);
            orchestrator.awaitHandled(last);
        }
        assertThat(events(order)).isZero();
    }

    @Test
    void takesTheRequestOfARemovedOrderAgainUnderItsId() {
        String request = Samples.order("mina", Samples.product(api, 1990, "KRW"), 1);
        String key = Samples.unique("key");
        UUID order = api.order(request, key).orderId();
        orchestrator.publish(order, 1, CONFIRMED);
        await().until(() -> has(order, "CONFIRMED"));
        aged(order, 401, 401);
        try (OrderServiceInstance often = OrderServiceInstance.start(OFTEN)) {
            await().until(() -> !exists(order) && removed(often) > 0);
        }

        Api.Answer again = api.order(request, key);

        assertThat(again.status()).isEqualTo(202);
        assertThat(again.orderId()).isEqualTo(order);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "order.retention.keep=30d      | order.retention.keep (PT720H) must be longer than order.retention.sagas (PT720H)",
                "messaging.inbox.retention=400d| order.retention.keep (PT9600H) must be longer than messaging.inbox.retention (PT9600H)",
                "order.reconciliation.placed-again-for=30d | order.retention.sagas (PT720H) must be longer than "
                        + "order.reconciliation.placed-again-for (PT720H)",
                "order.returns.window=15d        | order.retention.sagas (PT720H) must be longer than "
                        + "order.returns.window, order.returns.goods-timeout and a day (PT720H)",
                "order.returns.goods-timeout=15d | order.retention.sagas (PT720H) must be longer than "
                        + "order.returns.window, order.returns.goods-timeout and a day (PT720H)",
                "order.retention.batch-size=0  | order.retention.interval and .batch-size must be positive",
            })
    void doesNotStartIfSomethingIsNeededForLongerThanItIsKept(String setting, String reason) {
        assertThatThrownBy(() -> OrderServiceInstance.start("--" + setting).close())
                .extracting(NestedExceptionUtils::getMostSpecificCause)
                .extracting(Throwable::getMessage)
                .isEqualTo(reason);
    }

    private UUID ended() {
        UUID order = Samples.placedOrder(api);
        orchestrator.publish(order, 1, CONFIRMED);
        await().until(() -> has(order, "CONFIRMED"));
        return order;
    }

    private boolean has(UUID order, String status) {
        return status.equals(api.get("/orders/" + order).body().path("status").asString());
    }

    /** Backdates the order's placement and its end by the given number of days, and returns it. */
    private UUID aged(UUID order, int placedDaysAgo, int endedDaysAgo) {
        database.sql("""
                        UPDATE customer_order SET placed_at = clock_timestamp() - make_interval(days => ?),
                          updated_at = clock_timestamp() - make_interval(days => ?)
                        WHERE id = ?""").param(placedDaysAgo).param(endedDaysAgo).param(order).update();
        return order;
    }

    private boolean exists(UUID order) {
        return api.get("/orders/" + order).status() == 200;
    }

    private long events(UUID order) {
        return database.sql("SELECT count(*) FROM order_event WHERE order_id = ?")
                .param(order)
                .query(Long.class)
                .single();
    }

    private static double removed(OrderServiceInstance instance) {
        return instance.bean(MeterRegistry.class)
                .get("orders.removed")
                .counter()
                .count();
    }
}
