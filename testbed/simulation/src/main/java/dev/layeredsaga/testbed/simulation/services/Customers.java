package dev.layeredsaga.testbed.simulation.services;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.order.HeldClaim;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.Claimant;
import dev.layeredsaga.testbed.simulation.world.Chance;
import dev.layeredsaga.testbed.simulation.world.Ids;
import dev.layeredsaga.testbed.simulation.world.World;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Orders of many kinds: of one item or several, with a hold or without, patient or not, cancelled or not. */
public final class Customers {

    private static final List<OnBusy> ON_BUSY = List.of(OnBusy.REJECT, OnBusy.RETRY, OnBusy.WAIT);
    private static final int ORDERS = 10;
    private static final int WORLD = 11;
    private static final int HOLDERS = 12;
    private static final Duration HOLD_TTL = Duration.ofMinutes(4);

    private final World world;
    private final SimulatedOrders orders;
    private final SimulatedInventory inventory;
    private final List<String> skus;
    private final long span;

    Customers(World world, SimulatedOrders orders, SimulatedInventory inventory, List<String> skus) {
        this.world = world;
        this.orders = orders;
        this.inventory = inventory;
        this.skus = skus;
        this.span = world.chance().between(WORLD, 0, 10_000, 240_000);
    }

    /** Returns the latest time of any order. */
    long span() {
        return span;
    }

    /** Schedules a customer's actions, drawn from its own chances. */
    void come(long number) {
        Chance chance = world.chance();
        long at = chance.between(ORDERS, number, 0, span);
        SortedMap<String, Integer> wanted = new TreeMap<>();
        long lines = 1 + chance.between(ORDERS, number, 0, 8) / 4 + chance.between(ORDERS, number, 0, 8) / 7;
        for (int i = 0; i < lines; i++) {
            wanted.put(skus.get((int) chance.between(ORDERS, number, 0, skus.size())), (int)
                    chance.between(ORDERS, number, 1, 3));
        }
        OnBusy onBusy = ON_BUSY.get((int) chance.between(ORDERS, number, 0, 3));
        boolean holds = chance.next(ORDERS, number) < 0.2;
        world.time().after(at, () -> {
            if (holds) {
                hold(number, wanted, onBusy);
            } else {
                order(number, wanted, onBusy, null);
            }
        });
        if (chance.next(ORDERS, number) < 0.15) {
            long later = (long) (Math.pow(chance.next(ORDERS, number), 3) * 90_000);
            world.time().after(at + later, () -> orders.cancel(instance(number), number));
        }
    }

    private void order(long number, SortedMap<String, Integer> wanted, OnBusy onBusy, @Nullable HeldClaim hold) {
        List<StockLine> lines = wanted.entrySet().stream()
                .map(line -> new StockLine(line.getKey(), line.getValue()))
                .toList();
        Money price = new Money(100 + number % 50, "EUR");
        orders.place(
                instance(number),
                new OrderPlaced(Ids.of(number), "customer-" + number, lines, price, "card", onBusy, hold));
    }

    private void hold(long number, SortedMap<String, Integer> wanted, OnBusy onBusy) {
        ClaimCommand.Hold hold = new ClaimCommand.Hold(Claimant.holder("customer-" + number), wanted, HOLD_TTL, null);
        inventory.handle(instance(number), number, hold, outcome -> {
            if (outcome instanceof ClaimOutcome.Granted granted) {
                held(number, wanted, onBusy, granted.claim());
            }
        });
    }

    /** Orders what is held, or lets the hold be; and now and then uses its token when that may be worth nothing any more. */
    private void held(long number, SortedMap<String, Integer> wanted, OnBusy onBusy, ClaimSnapshot claim) {
        Chance chance = world.chance();
        if (chance.next(HOLDERS, number) < 0.85) {
            long later = chance.between(HOLDERS, number, 100, 60_000);
            world.time().after(later, () -> order(number, wanted, onBusy, new HeldClaim(claim.id(), claim.token())));
        }
        if (chance.next(HOLDERS, number) < 0.5) {
            ClaimCommand late = chance.next(HOLDERS, number) < 0.7
                    ? new ClaimCommand.Release(claim.id(), claim.token())
                    : new ClaimCommand.Extend(claim.id(), claim.token(), HOLD_TTL);
            world.time()
                    .after(
                            chance.between(HOLDERS, number, 1_000, 120_000),
                            () -> inventory.handle(instance(number), number, late, outcome -> {}));
        }
    }

    private static int instance(long number) {
        return (int) (number % 2);
    }
}
