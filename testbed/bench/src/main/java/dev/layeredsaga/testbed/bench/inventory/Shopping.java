package dev.layeredsaga.testbed.bench.inventory;

import dev.layeredsaga.testbed.bench.measure.Clients;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer.Granted;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer.Refused;
import dev.layeredsaga.testbed.bench.service.InventoryClient;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;

/** The work of each client: claims any item, then confirms or releases it, with retries. Thread-safe. */
final class Shopping {

    private static final int TTL_SECONDS = 120;
    private static final Duration BETWEEN_TWO_CLAIMS = Duration.ofMillis(200);
    private static final Duration BEFORE_TRYING_AGAIN = Duration.ofMillis(100);
    private static final int ATTEMPTS = 20;
    private static final Duration TO_THINK_IT_OVER = Duration.ofMillis(5);

    private final InventoryClient inventory;
    private final Shelf shelf;
    private final Timeline timeline;

    Shopping(InventoryClient inventory, Shelf shelf, Timeline timeline) {
        this.inventory = inventory;
        this.shelf = shelf;
        this.timeline = timeline;
    }

    void round() throws Exception {
        Clients.pause(BETWEEN_TWO_CLAIMS);
        ShelfItem item = shelf.any();
        long begin = System.nanoTime();
        try {
            switch (inventory.claim("shopper", item.sku, TTL_SECONDS)) {
                case Granted claim -> {
                    timeline.answered(begin, 201);
                    item.taken();
                    decide(item, claim);
                }
                case Refused refused -> timeline.answered(begin, refused.status());
            }
        } catch (IOException e) {
            timeline.lost();
        }
    }

    private void decide(ShelfItem item, Granted claim) throws Exception {
        boolean sold = ThreadLocalRandom.current().nextDouble() < item.kind.sold;
        Clients.pause(TO_THINK_IT_OVER);
        item.toBeLetGo();
        if (sold) {
            if (insist(() -> inventory.confirm(claim), 200)) {
                item.confirmed();
            }
        } else {
            insist(() -> inventory.release(claim), 204);
        }
    }

    /** Repeats a confirmation or release until it succeeds or the attempts run out; the audit detects the latter. */
    private boolean insist(Callable<Integer> call, int done) throws Exception {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (statusOf(call) == done) {
                return true;
            }
            Clients.pause(BEFORE_TRYING_AGAIN);
        }
        return false;
    }

    private int statusOf(Callable<Integer> call) throws Exception {
        long begin = System.nanoTime();
        try {
            int status = call.call();
            timeline.answered(begin, status);
            return status;
        } catch (IOException e) {
            timeline.lost();
            return 0;
        }
    }
}
