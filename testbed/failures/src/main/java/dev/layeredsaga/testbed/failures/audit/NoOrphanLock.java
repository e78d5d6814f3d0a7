package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen.Claim;
import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen.Item;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Order;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Ended orders hold no claims and wait in no queue; only live claims lock items. */
final class NoOrphanLock implements Invariant {

    @Override
    public int number() {
        return 3;
    }

    @Override
    public String name() {
        return "no orphan lock";
    }

    @Override
    public void check(Observations seen, Checklist list) {
        Set<String> heldSkus = seen.inventory().claims().stream()
                .filter(claim -> claim.is("HELD"))
                .flatMap(claim -> claim.quantities().keySet().stream())
                .collect(Collectors.toSet());
        for (Item item : seen.inventory().items().values()) {
            list.require(
                    !item.locked() || heldSkus.contains(item.sku()),
                    "%s is RESERVING, but no claim holds it".formatted(item.sku()),
                    item.lockedBy());
        }
        seen.inventory().claims().forEach(claim -> check(claim, seen, list));
        seen.inventory().waiting().stream()
                .filter(sagaId -> hasEnded(sagaId, seen))
                .forEach(sagaId -> list.violated("still in line, although it has ended", sagaId));
        list.checked(seen.inventory().items().size(), "items");
        list.checked(seen.inventory().claims().size(), "claims");
    }

    private static void check(Claim claim, Observations seen, Checklist list) {
        if (claim.is("HELD")) {
            list.require(!claim.overdue(), "held beyond its time", claim.name());
            list.require(
                    claim.sagaId() == null || !hasEnded(claim.sagaId(), seen),
                    "held, although its order has ended",
                    claim.name());
        }
    }

    private static boolean hasEnded(String orderId, Observations seen) {
        @Nullable Order order = seen.orders().orders().get(orderId);
        return order != null && order.hasEnded();
    }
}
