package dev.layeredsaga.testbed.simulation.invariants;

import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.testbed.simulation.gateway.Ledger;
import dev.layeredsaga.testbed.simulation.services.SimulatedOrders.Order;
import dev.layeredsaga.testbed.simulation.services.Town;
import dev.layeredsaga.testbed.simulation.world.Ids;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/** No order is charged twice, or after its compensation; at the end a confirmed one has paid exactly its price, every other one nothing. */
final class MoneyInvariants {

    static final String DOUBLE = "4 no double charge";
    static final String LATE = "8 no charge after its compensation";
    static final String NET = "4 net zero unless confirmed";

    private final Town town;
    private final Set<UUID> compensated = new HashSet<>();

    MoneyInvariants(Town town) {
        this.town = town;
        town.orchestrator().database().contains(compensated);
        town.orchestrator().payments().observe(this::charged, compensated::add);
        town.gateway().observe(this::moved);
    }

    private void charged(UUID sagaId) {
        if (compensated.contains(sagaId)) {
            throw new Violation(LATE, "a charge is begun for " + sagaId + ", whose payment has been compensated");
        }
    }

    private void moved(long order) {
        Ledger ledger = town.gateway().ledger();
        if (ledger.captures(order) > 1) {
            throw new Violation(DOUBLE, "order-%d has been charged %d times".formatted(order, ledger.captures(order)));
        }
    }

    void checkEnd() {
        for (Order order : town.orders().orders()) {
            long number = Ids.numberOf(order.placed().orderId());
            long price = order.end() instanceof OrderSagaEvent.OrderConfirmed
                    ? order.placed().total().amount()
                    : 0;
            long net = town.gateway().ledger().net(number);
            if (net != price) {
                throw new Violation(
                        NET,
                        "order-%d ends with %s, should have paid %d and has paid %d: %s"
                                .formatted(
                                        number,
                                        order.end(),
                                        price,
                                        net,
                                        town.orchestrator()
                                                .payments()
                                                .payment(order.placed().orderId())));
            }
        }
    }
}
