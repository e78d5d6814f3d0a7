package dev.layeredsaga.testbed.bench.designs;

import dev.layeredsaga.testbed.bench.measure.Clients;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer.Granted;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer.Refused;
import dev.layeredsaga.testbed.bench.service.InventoryClient;
import java.time.Duration;

/** Design B: the real service. Claim, pay with no lock held, confirm; who is told that it is busy tries again. */
final class ShortSections implements Design {

    private static final Duration BEFORE_TRYING_AGAIN = Duration.ofMillis(100);
    private static final int TTL_SECONDS = 60;

    private final InventoryClient inventory;
    private final Payments payments;
    private final String sku;

    ShortSections(InventoryClient inventory, Payments payments, String sku) {
        this.inventory = inventory;
        this.payments = payments;
        this.sku = sku;
    }

    @Override
    public Sale sell(String order) throws Exception {
        Watch watch = new Watch();
        do {
            ClaimAnswer answer = inventory.claim(order, sku, TTL_SECONDS);
            watch.told();
            if (answer instanceof Granted claim) {
                return sellClaimed(order, claim, watch);
            }
            requireBusy(answer);
            watch.foundBusy();
            Clients.pause(BEFORE_TRYING_AGAIN);
        } while (watch.isPatient());
        return watch.givenUp();
    }

    /** With many customers the service may also say that there is too much to do. */
    private static void requireBusy(ClaimAnswer answer) {
        if (answer instanceof Refused refused && !refused.isBusy() && !refused.isTurnedAway()) {
            throw new IllegalStateException("not expected: " + refused);
        }
    }

    private Sale sellClaimed(String order, Granted claim, Watch watch) throws Exception {
        payments.pay(order);
        while (inventory.confirm(claim) != 200) {
            Clients.pause(BEFORE_TRYING_AGAIN);
        }
        return watch.completed();
    }

    @Override
    public int stockLeft() throws Exception {
        return inventory.onHand(sku);
    }

    @Override
    public void close() {
        inventory.close();
    }
}
