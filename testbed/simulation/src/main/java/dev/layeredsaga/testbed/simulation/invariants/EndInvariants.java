package dev.layeredsaga.testbed.simulation.invariants;

import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.services.SimulatedOrders.Order;
import dev.layeredsaga.testbed.simulation.services.Town;
import dev.layeredsaga.testbed.simulation.world.Ids;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Sagas, orders, locks, refunds, queues and outboxes all finish within bounded time after the last fault. */
record EndInvariants(Town town, StockInvariants stock) {

    static final String ENDS = "5 everything ends";
    static final String SOLD = "10 every order has its outcome";

    /** Null if there is nothing unfinished. */
    @Nullable String firstUnfinished() {
        for (Order order : town.orders().orders()) {
            if (order.end() == null) {
                Saga saga = town.orchestrator().sagas().saga(order.placed().orderId());
                return "order-" + Ids.numberOf(order.placed().orderId()) + " is pending, its saga is " + saga;
            }
        }
        for (Saga saga : town.orchestrator().sagas().all()) {
            if (!saga.status().isFinal() || town.orders().order(Ids.numberOf(saga.id())) == null) {
                return saga + " of order-" + Ids.numberOf(saga.id());
            }
        }
        if (!town.gateway().ledger().isSettled()
                || town.orchestrator().payments().owesRefunds()) {
            return "payments are not settled: " + town.orchestrator().payments().payments();
        }
        if (!town.inventory().claims().held().isEmpty()) {
            return "held: " + town.inventory().claims().held();
        }
        if (town.holdsMessages()) {
            return "messages are held";
        }
        if (!town.inventory().line().all().isEmpty()) {
            return "waiting: " + town.inventory().line().all();
        }
        for (Database database : List.of(
                town.orders().database(),
                town.orchestrator().database(),
                town.inventory().database())) {
            if (!database.outbox().isEmpty()) {
                return database + " has not sent " + database.outbox().values();
            }
        }
        return null;
    }

    void check() {
        String unfinished = firstUnfinished();
        if (unfinished != null) {
            throw new Violation(ENDS, unfinished);
        }
        for (Order order : town.orders().orders()) {
            UUID id = order.placed().orderId();
            long sales = stock.sales(id);
            if (sales != (order.end() instanceof OrderSagaEvent.OrderConfirmed ? 1 : 0)) {
                throw new Violation(SOLD, id + " ended with " + order.end() + ", and has " + sales + " sales");
            }
        }
    }
}
