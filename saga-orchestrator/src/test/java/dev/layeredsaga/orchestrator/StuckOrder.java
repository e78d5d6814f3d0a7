package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.uuid.Generators;
import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.contract.order.OrderPlaced;
import java.util.List;
import java.util.UUID;

/** Orders for the console's tests: one that waits for the inventory, and one that is stuck on its release. */
final class StuckOrder {

    private StuckOrder() {}

    /** An order of this customer, whose saga is not due while the test runs, so that only operators change it. */
    static PlacedOrder waiting(String customer) {
        return waiting(Generators.timeBasedEpochGenerator().generate(), customer, "seat-1");
    }

    static PlacedOrder waiting(UUID id, String customer, String sku) {
        List<StockLine> lines = List.of(new StockLine(sku, 1));
        OrderPlaced placed = new OrderPlaced(id, customer, lines, new Money(1990, "KRW"), "pm_ok", OnBusy.REJECT, null);
        PlacedOrder order = new PlacedOrder(id);
        PlacedOrder.send(PlacedOrder.record(Topics.ORDERS_EVENTS, id, placed));
        order.awaitStep("reserve");
        update("due_at = now() + interval '1 hour'", order);
        return order;
    }

    /** As if the inventory had been silent for longer than the time-out of a compensation. */
    static PlacedOrder stuck(String customer, String on) {
        PlacedOrder order = waiting(customer);
        Api.Answer compensated = new Operator(ConsoleFixture.api()).act(order.id(), "compensate");
        assertThat(compensated.status()).isEqualTo(202);
        update(
                "status = 'STUCK', due_at = now() + interval '1 hour', waits_for = '" + on.replace("'", "''") + "'",
                order);
        return order;
    }

    private static void update(String columns, PlacedOrder order) {
        assertThat(OrchestratorInstance.shared()
                        .database()
                        .sql("UPDATE saga SET " + columns + ", version = version + 1 WHERE id = '" + order.id() + "'")
                        .update())
                .isEqualTo(1);
    }
}
