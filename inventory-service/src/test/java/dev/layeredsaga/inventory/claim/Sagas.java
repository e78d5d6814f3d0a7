package dev.layeredsaga.inventory.claim;

import com.fasterxml.uuid.Generators;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.inventory.line.Waiter;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** Sagas as the inventory sees them, without a topic in between. */
final class Sagas {

    private static final Duration TTL = Duration.ofMinutes(5);

    private final ClaimDesk desk;

    Sagas(RunningInventory running) {
        this.desk = running.bean(ClaimDesk.class);
    }

    static UUID newSaga() {
        return Generators.timeBasedEpochGenerator().generate();
    }

    /** Wants one of each, and waits in line for a minute if need be. */
    ClaimOutcome waitFor(UUID saga, String... skus) {
        return waitFor(saga, 1, skus);
    }

    /** Wants so many of each, and waits in line for a minute if need be. */
    ClaimOutcome waitFor(UUID saga, int quantity, String... skus) {
        Waiter.Request request = new Waiter.Request("reserve", 1);
        return desk.handle(new ClaimCommand.Hold(
                Claimant.saga(saga),
                ofEach(quantity, skus),
                TTL,
                new ClaimCommand.Patience(Duration.ofMinutes(1), request)));
    }

    /** Wants one of each now, or not at all. */
    ClaimOutcome claim(UUID saga, String... skus) {
        return desk.handle(new ClaimCommand.Hold(Claimant.saga(saga), ofEach(1, skus), TTL, null));
    }

    ClaimOutcome adopt(UUID saga, UUID claimId, UUID token, String... skus) {
        return desk.handle(new ClaimCommand.Adopt(saga, claimId, token, ofEach(1, skus), TTL));
    }

    ClaimOutcome confirm(ClaimSnapshot claim) {
        return desk.handle(new ClaimCommand.Confirm(claim.id(), claim.token()));
    }

    ClaimOutcome release(UUID saga) {
        return desk.handle(new ClaimCommand.ReleaseSaga(saga));
    }

    private static SortedMap<String, Integer> ofEach(int quantity, String... skus) {
        SortedMap<String, Integer> quantities = new TreeMap<>();
        for (String sku : skus) {
            quantities.put(sku, quantity);
        }
        return quantities;
    }
}
