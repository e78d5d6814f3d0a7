package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.Stock;
import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen.Entry;
import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen.Claim;
import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen.Item;
import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen.Life;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Order;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Per item: what is sold, held and paid for is there, or was put back or written off; of an exclusive item never two at once have it. */
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
        Map<String, List<Claim>> claims = bySku(seen.inventory().claims(), Claim::quantities);
        Map<String, List<Order>> paid = bySku(paidOrders(seen), Order::quantities);
        List<Stock> stocks = seen.customers().stocks();
        Map<String, Integer> putBack = seen.returns().putBack();
        Map<String, Integer> writtenOff = seen.returns().writtenOff();
        // the money first: it shows what the counters may hide
        for (Stock stock : stocks) {
            Stock left = stock.plus(-writtenOff.getOrDefault(stock.sku(), 0));
            checkPayments(left, paid.getOrDefault(stock.sku(), List.of()), of(stock, claims), list);
        }
        for (Stock stock : stocks) {
            Stock available = stock.plus(putBack.getOrDefault(stock.sku(), 0));
            checkClaims(available, of(stock, claims), list);
            checkCounters(available, seen.inventory().items().get(stock.sku()), of(stock, claims), list);
            if (stock.exclusive()) {
                checkOneAtATime(stock, lives.getOrDefault(stock.sku(), List.of()), list);
            }
        }
        seen.inventory().unbalanced().forEach(sku -> list.violated("its movements do not add up to its stock", sku));
        list.checked(stocks.size(), "items");
        list.checked(putBack.size(), "of them put back");
        list.checked(writtenOff.size(), "written off");
    }

    private static <T> Map<String, List<T>> bySku(Collection<T> all, Function<T, Map<String, Integer>> quantities) {
        Map<String, List<T>> bySku = new HashMap<>();
        for (T one : all) {
            quantities
                    .apply(one)
                    .keySet()
                    .forEach(sku -> bySku.computeIfAbsent(sku, none -> new ArrayList<>())
                            .add(one));
        }
        return bySku;
    }

    /** The orders of which the gateway has kept money, without what is returned of them. */
    private static List<Order> paidOrders(Observations seen) {
        Map<String, Long> kept = seen.gateway().entries().stream()
                .collect(Collectors.groupingBy(Entry::orderId, Collectors.summingLong(Entry::net)));
        return seen.orders().orders().values().stream()
                .filter(order -> kept.getOrDefault(order.id(), 0L) > 0)
                .map(order -> order.without(seen.returns().piecesOf(order.id())))
                .toList();
    }

    private static List<Claim> of(Stock stock, Map<String, List<Claim>> claims) {
        return claims.getOrDefault(stock.sku(), List.of());
    }

    private static void checkClaims(Stock stock, List<Claim> all, Checklist list) {
        List<Claim> claims = all.stream()
                .filter(claim -> claim.is("CONFIRMED") || claim.is("HELD"))
                .toList();
        int claimed = quantity(stock.sku(), claims, claim -> true);
        if (claimed > stock.onHand()) {
            list.violated(
                    "%s: OVERSOLD, %d sold or held, but there were %d".formatted(stock.sku(), claimed, stock.onHand()),
                    claims.stream().map(Claim::name).toList());
        }
    }

    private static void checkCounters(Stock stock, @Nullable Item item, List<Claim> claims, Checklist list) {
        if (item == null) {
            list.violated("the item is gone", stock.sku());
            return;
        }
        int sold = quantity(stock.sku(), claims, claim -> claim.is("CONFIRMED"));
        int held = quantity(stock.sku(), claims, claim -> claim.is("HELD"));
        list.require(
                stock.onHand() - sold == item.onHand(),
                "of %d, %d are sold, but %d are on hand".formatted(stock.onHand(), sold, item.onHand()),
                stock.sku());
        list.require(
                held == item.reserved(),
                "%d are held, but %d are reserved".formatted(held, item.reserved()),
                stock.sku());
    }

    private static int quantity(String sku, List<Claim> claims, Predicate<Claim> which) {
        return claims.stream()
                .filter(which)
                .mapToInt(claim -> claim.quantities().getOrDefault(sku, 0))
                .sum();
    }

    private static void checkPayments(Stock stock, List<Order> paid, List<Claim> claims, Checklist list) {
        String sku = stock.sku();
        int paidFor = paid.stream()
                .mapToInt(order -> order.quantities().getOrDefault(sku, 0))
                .sum();
        int unpaid = quantity(sku, claims, claim -> claim.is("CONFIRMED") && claim.sagaId() == null);
        if (paidFor + unpaid > stock.onHand()) {
            list.violated(
                    "%s: OVERSOLD, %d paid for and %d sold by hold, but there were %d"
                            .formatted(sku, paidFor, unpaid, stock.onHand()),
                    paid.stream().map(Order::id).toList());
        }
        list.checked(paid.size(), "paid lines");
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
        list.checked(byBegin.size(), "exclusive claims");
    }
}
