package dev.layeredsaga.testbed.simulation.invariants;

import dev.layeredsaga.inventory.claim.SimulatedClaims.ClaimView;
import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.ClaimState;
import dev.layeredsaga.inventory.item.ClaimPolicy;
import dev.layeredsaga.inventory.item.Item;
import dev.layeredsaga.inventory.item.ItemSnapshot;
import dev.layeredsaga.testbed.simulation.database.EntityTable;
import dev.layeredsaga.testbed.simulation.services.SimulatedInventory;
import dev.layeredsaga.testbed.simulation.services.Town;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** No oversell, one live claim of an exclusive item, no lock without its claim, only the current token, nothing after its release. */
final class StockInvariants {

    static final String OVERSELL = "1 no oversell";
    static final String EXCLUSIVE = "1 one live claim of an exclusive item";
    static final String TOKEN = "2 only the current token";
    static final String TIME = "2 no expired claim is confirmed";
    static final String LOCKED = "9 locked until the commit";
    static final String ORPHAN = "3 no orphan lock";
    static final String LATE = "8 nothing after its compensation";

    private final SimulatedInventory inventory;
    private final EntityTable<String, Item> items;
    private final Map<String, Count> counts = new HashMap<>();
    private final Set<String> touched = new LinkedHashSet<>();
    private final Set<UUID> released = new HashSet<>();

    /** The totals of the claims on an item, counted apart from the item. */
    private static final class Count {
        private final int delivered;
        private int held;
        private int sold;
        private final Set<UUID> holders = new LinkedHashSet<>();

        Count(int delivered) {
            this.delivered = delivered;
        }
    }

    StockInvariants(Town town) {
        inventory = town.inventory();
        items = inventory.claims().items();
        items.rows().forEach(item -> counts.put(item.sku(), new Count(item.available())));
        items.observe((before, item) -> touched.add(item.sku()));
        inventory.claims().observe(this::written);
        inventory.database().observe(transaction -> {
            touched.forEach(this::check);
            touched.clear();
        });
        inventory.observe(this::answered);
        inventory.observeSections(lockedUntilTheEnd -> {
            if (!lockedUntilTheEnd) {
                throw new Violation(LOCKED, "the lock was released before the transaction ended");
            }
        });
    }

    private void written(@Nullable ClaimView before, ClaimView after) {
        ClaimState was = before == null ? null : before.claim().state();
        ClaimState is = after.claim().state();
        if (was != is) {
            for (ClaimSnapshot.Line line : after.claim().lines()) {
                Count count = Objects.requireNonNull(counts.get(line.sku()));
                count.held += (is == ClaimState.HELD ? 1 : 0) * line.quantity()
                        - (was == ClaimState.HELD ? 1 : 0) * line.quantity();
                count.sold += (is == ClaimState.CONFIRMED ? 1 : 0) * line.quantity()
                        - (was == ClaimState.CONFIRMED ? 1 : 0) * line.quantity();
                if (is == ClaimState.HELD) {
                    count.holders.add(after.claim().id());
                } else {
                    count.holders.remove(after.claim().id());
                }
                touched.add(line.sku());
            }
            checkLate(was, after);
            checkInTime(was, after);
        }
        if (before != null
                && before.sagaId() == null
                && after.sagaId() != null
                && before.claim().token().equals(after.claim().token())) {
            throw new Violation(TOKEN, after.claim() + " has been adopted, and its old token is the current one");
        }
    }

    private void checkLate(@Nullable ClaimState was, ClaimView after) {
        boolean live = after.claim().state() == ClaimState.HELD || after.claim().state() == ClaimState.CONFIRMED;
        if (live && after.sagaId() != null && released.contains(after.sagaId())) {
            throw new Violation(LATE, after.claim() + " of a saga that has been released, was " + was);
        }
    }

    private void checkInTime(@Nullable ClaimState was, ClaimView after) {
        if (was == ClaimState.HELD
                && after.claim().state() == ClaimState.CONFIRMED
                && !inventory
                        .database()
                        .committing()
                        .begunAt()
                        .isBefore(after.claim().expiresAt())) {
            throw new Violation(
                    TIME,
                    after.claim() + " is confirmed after its end at "
                            + after.claim().expiresAt());
        }
    }

    private void check(String sku) {
        ItemSnapshot item = Objects.requireNonNull(items.row(sku)).snapshot();
        Count count = Objects.requireNonNull(counts.get(sku));
        if (item.policy() == ClaimPolicy.EXCLUSIVE && count.holders.size() > 1) {
            throw new Violation(EXCLUSIVE, sku + " is held by " + count.holders);
        }
        if (item.reserved() < 0 || item.reserved() > item.onHand() || count.held + count.sold > count.delivered) {
            throw new Violation(
                    OVERSELL,
                    "%s, of which %d are held and %d sold of %d"
                            .formatted(item, count.held, count.sold, count.delivered));
        }
        if (item.reserved() != count.held || item.onHand() != count.delivered - count.sold) {
            throw new Violation(
                    ORPHAN,
                    "%s, but claims hold %d and have bought %d of %d"
                            .formatted(item, count.held, count.sold, count.delivered));
        }
        boolean locked = item.lock() != null;
        if (item.policy() == ClaimPolicy.EXCLUSIVE
                && (locked != !count.holders.isEmpty()
                        || (item.lock() != null
                                && !count.holders.contains(item.lock().claimId())))) {
            throw new Violation(ORPHAN, item + ", but is held by " + count.holders);
        }
    }

    private void answered(ClaimCommand command, ClaimOutcome outcome) {
        switch (command) {
            case ClaimCommand.Confirm confirm -> checkToken(confirm.claimId(), confirm.token(), command, outcome);
            case ClaimCommand.Extend extend -> checkToken(extend.claimId(), extend.token(), command, outcome);
            case ClaimCommand.Release release -> checkToken(release.claimId(), release.token(), command, outcome);
            case ClaimCommand.ReleaseSaga release -> released.add(release.sagaId());
            case ClaimCommand.Hold hold -> {}
            case ClaimCommand.Adopt adopt -> {}
            case ClaimCommand.ForceRelease release -> {}
            case ClaimCommand.Restore restore -> {}
        }
    }

    private void checkToken(UUID claimId, UUID token, ClaimCommand command, ClaimOutcome outcome) {
        ClaimView claim = inventory.claims().claim(claimId);
        if (outcome instanceof ClaimOutcome.Granted
                && claim != null
                && !claim.claim().token().equals(token)) {
            throw new Violation(TOKEN, command + " is granted, but not with the token of " + claim.claim());
        }
    }

    /** The order's claims that are sales. */
    long sales(UUID sagaId) {
        return inventory.claims().claimsOf(sagaId).stream()
                .filter(claim -> claim.claim().state() == ClaimState.CONFIRMED)
                .count();
    }

    void checkAll() {
        counts.keySet().stream().sorted().forEach(this::check);
    }
}
