package dev.layeredsaga.orchestrator;

import static org.awaitility.Awaitility.await;

import com.fasterxml.uuid.Generators;
import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimConfirmed;
import dev.layeredsaga.contract.inventory.ClaimReleased;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.contract.order.OrderPlaced;
import java.util.List;
import java.util.UUID;

/** Orders of several customers, brought to where a page shows something about them. */
final class ShopOrder {

    private ShopOrder() {}

    static PlacedOrder completed(String customer, String sku) {
        PlacedOrder order = claimed(customer, sku, "pm_ok");
        order.awaitStep("confirm");
        order.reply("confirm", ClaimConfirmed::new);
        order.awaitStatus("COMPLETED");
        return order;
    }

    static PlacedOrder declined(String customer, String sku) {
        PlacedOrder order = claimed(customer, sku, "pm_declined");
        order.awaitStatus("COMPENSATING");
        order.reply("reserve", ClaimReleased::new);
        order.awaitStatus("COMPENSATED");
        return order;
    }

    /** An order that was cancelled after it was paid, and whose money the gateway does not give back, not at a second request either. */
    static PlacedOrder stuckOnItsRefund(String customer, String sku) {
        UUID id = Generators.timeBasedEpochGenerator().generate();
        FakeGateway.shared().declinesToRefund(id);
        PlacedOrder order = claimed(id, customer, sku, "pm_ok");
        order.awaitStep("confirm");
        order.cancel();
        order.awaitStatus("STUCK");
        Operator kim = new Operator(ConsoleFixture.api());
        kim.act(id, "retry");
        await().until(() -> kim.saga(id).path("actions").path(0).path("state").asString(), "DONE"::equals);
        order.awaitStatus("STUCK");
        return tookItsTime(order);
    }

    /** A completed order, as if its money were to go back; not due while the test runs. */
    static PlacedOrder owedARefund(String customer, String sku) {
        PlacedOrder order = completed(customer, sku);
        sql(
                "UPDATE payment SET state = 'OWED', settle_at = now() + interval '1 hour', version = version + 1 WHERE saga_id = ?",
                order);
        return order;
    }

    /** As if it had been placed a quarter of an hour ago, each attempt had taken a while, and an operator had acted in between. */
    static PlacedOrder tookItsTime(PlacedOrder order) {
        sql("""
                UPDATE saga_attempt SET sent_at = shown.begin, ended_at = shown.begin + interval '80 seconds'
                FROM (SELECT id, now() + (row_number() OVER (ORDER BY id) * 95 - 900) * interval '1 second' AS begin
                      FROM saga_attempt WHERE saga_id = ?) AS shown
                WHERE saga_attempt.id = shown.id
                """, order);
        sql("""
                UPDATE saga SET created_at = now() - interval '15 minutes', step_since = now() - interval '12 minutes',
                  version = version + 1
                WHERE id = ?
                """, order);
        sql("UPDATE saga_action SET requested_at = now() - interval '430 seconds' WHERE saga_id = ?", order);
        return order;
    }

    private static PlacedOrder claimed(String customer, String sku, String method) {
        return claimed(Generators.timeBasedEpochGenerator().generate(), customer, sku, method);
    }

    private static PlacedOrder claimed(UUID id, String customer, String sku, String method) {
        List<StockLine> lines = List.of(new StockLine(sku, 1));
        OrderPlaced placed = new OrderPlaced(id, customer, lines, new Money(1990, "KRW"), method, OnBusy.REJECT, null);
        PlacedOrder.send(PlacedOrder.record(Topics.ORDERS_EVENTS, id, placed));
        PlacedOrder order = new PlacedOrder(id);
        order.awaitStep("reserve");
        order.stockIsClaimed();
        return order;
    }

    private static void sql(String sql, PlacedOrder order) {
        int rows =
                ConsoleFixture.instance().database().sql(sql).param(order.id()).update();
        if (rows == 0) {
            throw new IllegalStateException("nothing to change about order " + order.id());
        }
    }
}
