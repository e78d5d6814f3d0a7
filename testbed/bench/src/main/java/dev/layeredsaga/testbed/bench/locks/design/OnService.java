package dev.layeredsaga.testbed.bench.locks.design;

import dev.layeredsaga.testbed.bench.locks.load.Design;
import dev.layeredsaga.testbed.bench.locks.load.Order;
import dev.layeredsaga.testbed.bench.locks.load.Payments;
import dev.layeredsaga.testbed.bench.locks.load.Watch;
import dev.layeredsaga.testbed.bench.locks.load.Watch.Sale;
import dev.layeredsaga.testbed.bench.measure.Clients;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer.Granted;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer.Refused;
import java.time.Duration;

/** Design B: the real service over HTTP. Claims, pays with no lock held, confirms; retries if the item is busy. */
final class OnService implements Design {

    private static final int TTL_SECONDS = 60;
    /** Limits the retries for busy items to about 300 a second in all, for any number of clients. */
    private static final Duration PAUSE_PER_CLIENT = Duration.ofMillis(3);

    private final Catalog catalog;
    private final Payments payments;
    private final Duration beforeTryingAgain;

    OnService(Catalog catalog, Payments payments, int clients) {
        this.catalog = catalog;
        this.payments = payments;
        this.beforeTryingAgain = PAUSE_PER_CLIENT.multipliedBy(clients);
    }

    @Override
    public Sale sell(Order order, Watch watch) throws Exception {
        do {
            var answer = catalog.client().claim(order.id().toString(), catalog.sku(order.item()), TTL_SECONDS);
            watch.answered();
            switch (answer) {
                case Granted claim -> {
                    payments.pay(order);
                    confirm(claim, watch);
                    return watch.completed();
                }
                case Refused refused -> {
                    if (refused.isOutOfStock()) {
                        return watch.outOfStock();
                    } else if (refused.isBusy()) {
                        watch.foundBusy();
                    } else if (refused.isTurnedAway()) {
                        watch.turnedAway();
                    } else {
                        throw new IllegalStateException("not expected: " + refused);
                    }
                }
            }
            Clients.pause(beforeTryingAgain);
        } while (watch.hasTimeLeft());
        return watch.givenUp();
    }

    /** Tries again while the service is overloaded. */
    private void confirm(Granted claim, Watch watch) throws InterruptedException {
        for (int status = catalog.client().confirm(claim);
                status != 200;
                status = catalog.client().confirm(claim)) {
            if (status != 503) {
                throw new IllegalStateException("paid, but not confirmed: " + status);
            }
            watch.turnedAway();
            Clients.pause(beforeTryingAgain);
        }
    }

    @Override
    public int[] stockLeft() {
        return catalog.left();
    }

    /** Leaves the service running. */
    @Override
    public void close() {}
}
