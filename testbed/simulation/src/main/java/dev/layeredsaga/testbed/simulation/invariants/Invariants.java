package dev.layeredsaga.testbed.simulation.invariants;

import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.services.Town;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** All that must hold: what has changed is checked with every change, and everything at the end. */
public final class Invariants {

    private final StockInvariants stock;
    private final EventInvariants events;
    private final MoneyInvariants money;
    private final EndInvariants end;

    public Invariants(Town town) {
        stock = new StockInvariants(town);
        events = new EventInvariants(town);
        money = new MoneyInvariants(town);
        end = new EndInvariants(town, stock);
        List.of(
                        town.orders().database(),
                        town.orchestrator().database(),
                        town.inventory().database())
                .forEach(Invariants::watchInbox);
    }

    /** True if everything has come to its end. */
    public boolean isAtRest() {
        return end.firstUnfinished() == null;
    }

    /** @throws Violation naming what has not ended, or ended wrong */
    public void checkEnd() {
        end.check();
        events.checkEnd();
        money.checkEnd();
        stock.checkAll();
    }

    /** Verifies that a message handled twice has the effect of once: no second transaction that handles it commits. */
    private static void watchInbox(Database database) {
        Set<String> handled = new HashSet<>();
        database.contains(handled);
        database.observe(transaction -> {
            for (String message : transaction.handled()) {
                if (!handled.add(message)) {
                    throw new Violation("7 handled once", transaction.process() + " handles a second time " + message);
                }
            }
        });
    }
}
