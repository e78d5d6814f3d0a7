package dev.layeredsaga.testbed.bench.inventory;

import dev.layeredsaga.testbed.bench.measure.Clients;
import dev.layeredsaga.testbed.bench.measure.Latencies;
import dev.layeredsaga.testbed.bench.measure.Percentiles;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer.Granted;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer.Refused;
import dev.layeredsaga.testbed.bench.service.InventoryClient;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that claim one piece and release it at once, again and again. For one run. */
final class Buying {

    private static final Duration BEFORE_TRYING_AGAIN = Duration.ofMillis(10);

    private final Latencies granted = new Latencies();
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicInteger turnedAway = new AtomicInteger();
    private final InventoryClient inventory;
    private final Goods goods;

    Buying(InventoryClient inventory, Goods goods) {
        this.inventory = inventory;
        this.goods = goods;
    }

    /** Returns the seconds until the last claim was released. */
    double run(Duration howLong) throws Exception {
        return new Clients(Load.CLIENTS, howLong, Duration.ZERO).run(this::round);
    }

    private void round() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        switch (inventory.claim("buyer", goods.anySku(), 60)) {
            case Granted claim -> {
                granted.add(System.nanoTime() - begin);
                release(claim);
            }
            case Refused refused -> count(refused);
        }
    }

    private void count(Refused refused) {
        if (!refused.isBusy() && !refused.isTurnedAway()) {
            throw new IllegalStateException("not expected: " + refused);
        }
        (refused.isBusy() ? busy : turnedAway).incrementAndGet();
    }

    private void release(Granted claim) throws IOException, InterruptedException {
        while (inventory.release(claim) != 204) {
            turnedAway.incrementAndGet();
            Clients.pause(BEFORE_TRYING_AGAIN);
        }
    }

    Percentiles granted() {
        return granted.percentiles();
    }

    int busy() {
        return busy.get();
    }

    /** Returns the number of claims and releases answered with 503 (overload). */
    int turnedAway() {
        return turnedAway.get();
    }
}
