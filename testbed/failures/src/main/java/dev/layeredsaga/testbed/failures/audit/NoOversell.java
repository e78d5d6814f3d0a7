package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.CustomersSeen.Stock;
import dev.layeredsaga.testbed.failures.audit.InventorySeen.Claim;
import dev.layeredsaga.testbed.failures.audit.InventorySeen.Item;
import dev.layeredsaga.testbed.failures.audit.InventorySeen.Life;
import dev.layeredsaga.testbed.failures.audit.OrdersSeen.Order;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Per item: what is sold, held and paid for is there; of an exclusive item never two at once have it. */
final class NoOversell implements Invariant {

    @Override
    public int number() {
        return 1;
    }

    @Override
    public String name() {
        return "no oversell";
    }

    @Override
    public void check(Observations seen, Checklist list) {
        Map<String, List<Life>> lives = seen.inventory().lives().stream().collect(Collectors.groupingBy(Life::sku));
        // the money first: it tells what the counters may hide
        seen.customers().stocks().forEach(stock -> checkPayments(stock, seen, list));
        for (Stock stock : seen.customers().stocks()) {
            checkClaims(stock, seen.inventory(), list);
            checkCounters(stock, seen.inventory(), list);
            if (stock.exclusive()) {
                checkOneAtATime(stock, lives.getOrDefault(stock.sku(), List.of()), list);
            }
        }
        list.looked(seen.customers().stocks().size(), "items");
    }

    private static void checkClaims(Stock stock, InventorySeen inventory, Checklist list) {
        List<Claim> claims = inventory.claims().stream()
                .filter(claim -> claim.is("CONFIRMED") || claim.is("HELD"))
                .filter(claim -> claim.quantities().containsKey(stock.sku()))
                .toList();
        int claimed = quantity(stock.sku(), inventory, claims::contains);
        if (claimed > stock.onHand()) {
            list.violated(
                    "%s: OVERSOLD, %d sold or held, but there were %d".formatted(stock.sku(), claimed, stock.onHand()),
                    claims.stream().map(Claim::name).toList());
        }
    }

    private static void checkCounters(Stock stock, InventorySeen inventory, Checklist list) {
        Item item = inventory.items().get(stock.sku());
        if (item == null) {
            list.violated("the item is gone", stock.sku());
            return;
        }
        int sold = quantity(stock.sku(), inventory, claim -> claim.is("CONFIRMED"));
        int held = quantity(stock.sku(), inventory, claim -> claim.is("HELD"));
        list.require(
                stock.onHand() - sold == item.onHand(),
                "of %d, %d are sold, but %d are on hand".formatted(stock.onHand(), sold, item.onHand()),
                stock.sku());
        list.require(
                held == item.reserved(),
                "%d are held, but %d are reserved".formatted(held, item.reserved()),
                stock.sku());
    }

    private static int quantity(String sku, InventorySeen inventory, Predicate<Claim> which) {
        return inventory.claims().stream()
                .filter(which)
                .mapToInt(claim -> claim.quantities().getOrDefault(sku, 0))
                .sum();
    }

    private static void checkPayments(Stock stock, Observations seen, Checklist list) {
        String sku = stock.sku();
        List<Order> paid = seen.orders().orders().values().stream()
                .filter(order -> order.quantities().containsKey(sku) && hasPaid(order, seen.gateway()))
                .toList();
        int paidFor = paid.stream()
                .mapToInt(order -> order.quantities().getOrDefault(sku, 0))
                .sum();
        int unpaid = quantity(sku, seen.inventory(), claim -> claim.is("CONFIRMED") && claim.sagaId() == null);
        if (paidFor + unpaid > stock.onHand()) {
            list.violated(
                    "%s: OVERSOLD, %d paid for and %d sold by hold, but there were %d"
                            .formatted(sku, paidFor, unpaid, stock.onHand()),
                    paid.stream().map(Order::id).toList());
        }
        list.looked(paid.size(), "paid lines");
    }

    private static boolean hasPaid(Order order, GatewaySeen gateway) {
        return gateway.entries().stream()
                        .filter(entry -> entry.orderId().equals(order.id()))
                        .mapToLong(GatewaySeen.Entry::net)
                        .sum()
                > 0;
    }

    private static void checkOneAtATime(Stock stock, List<Life> lives, Checklist list) {
        Set<String> together = new LinkedHashSet<>();
        List<Life> byBegin = new ArrayList<>(lives);
        byBegin.sort(Comparator.comparing(Life::begin));
        for (int i = 0; i < byBegin.size(); i++) {
            Life earlier = byBegin.get(i);
            byBegin.subList(i + 1, byBegin.size()).stream()
                    .filter(later ->
                            earlier.overlaps(later) && !earlier.claimId().equals(later.claimId()))
                    .forEach(later -> together.addAll(List.of(earlier.name(), later.name())));
        }
        if (!together.isEmpty()) {
            list.violated(stock.sku() + ": exclusive, but several had it at once", List.copyOf(together));
        }
        list.looked(byBegin.size(), "exclusive claims");
    }
}
