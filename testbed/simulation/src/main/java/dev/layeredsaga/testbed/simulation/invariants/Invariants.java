package dev.layeredsaga.testbed.simulation.invariants;

import dev.layeredsaga.testbed.simulation.services.Town;

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
        new InboxInvariants(town);
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
}
