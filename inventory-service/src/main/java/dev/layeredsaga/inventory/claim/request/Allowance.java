package dev.layeredsaga.inventory.claim.request;

import dev.layeredsaga.inventory.claim.HoldProperties;
import dev.layeredsaga.inventory.claim.command.ClaimCommand.Hold;
import dev.layeredsaga.inventory.claim.command.Claimant;
import dev.layeredsaga.inventory.claim.command.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The holds of some customers, and the limits of further ones. Not thread-safe. */
final class Allowance {

    private static final int RETRY_AFTER_SECONDS = 10;

    private final HoldProperties settings;
    private final Instant now;
    private final Map<String, Integer> holds = new HashMap<>();
    private final Map<String, Integer> onHand = new HashMap<>();
    private final Map<OwnersItem, Held> held = new HashMap<>();

    private record OwnersItem(String owner, String sku) {}

    /** @param since the grant of the first hold that counts */
    private record Held(int units, Instant since) {}

    Allowance(HoldProperties settings, Instant now) {
        this.settings = settings;
        this.now = now;
    }

    void countHolds(String owner, int count) {
        holds.put(owner, count);
    }

    /** Sets the stock of a counted item; an exclusive one is never held in part. */
    void stock(String sku, int quantity) {
        onHand.put(sku, quantity);
    }

    void held(String owner, String sku, int units, Instant since) {
        held.put(new OwnersItem(owner, sku), new Held(units, since));
    }

    /** Admits the hold, to the end of its longest life at most, and counts it; or refuses it. */
    Checked check(Hold hold) {
        String owner = hold.claimant().owner();
        if (holds.merge(owner, 1, Integer::sum) > settings.mostPerCustomer()) {
            return Checked.refused(new Refusal.TooManyHolds(null, settings.mostPerCustomer(), RETRY_AFTER_SECONDS));
        }
        Instant since = now;
        for (Map.Entry<String, Integer> line : hold.quantities().entrySet()) {
            String sku = line.getKey();
            Held earlier = held.getOrDefault(new OwnersItem(owner, sku), new Held(0, now));
            int stock = onHand.getOrDefault(sku, 0);
            int most = settings.mostUnitsOf(stock);
            // more than there is of it is refused for that reason
            if (line.getValue() <= stock && earlier.units() + line.getValue() > most) {
                return Checked.refused(new Refusal.TooManyHolds(sku, most, RETRY_AFTER_SECONDS));
            }
            if (!now.isBefore(earlier.since().plus(settings.longestLife()))) {
                Duration until = Duration.between(
                        now, earlier.since().plus(settings.longestLife().multipliedBy(2)));
                return Checked.refused(new Refusal.HeldTooLong(sku, (int) until.toSeconds() + 1));
            }
            since = Collections.min(List.of(since, earlier.since()));
        }
        count(hold, owner, since);
        return new Checked.Admitted(endingInTime(hold, since));
    }

    private void count(Hold hold, String owner, Instant since) {
        hold.quantities()
                .forEach((sku, quantity) -> held.merge(
                        new OwnersItem(owner, sku),
                        new Held(quantity, since),
                        (earlier, added) -> new Held(earlier.units() + added.units(), since)));
    }

    private Hold endingInTime(Hold hold, Instant since) {
        Duration left = Duration.between(now, since.plus(settings.longestLife()));
        Claimant claimant =
                since.equals(now) ? hold.claimant() : hold.claimant().holdingSince(since);
        return new Hold(
                claimant, hold.quantities(), Collections.min(List.of(left, hold.ttl())), hold.queueWait(), hold.key());
    }
}
