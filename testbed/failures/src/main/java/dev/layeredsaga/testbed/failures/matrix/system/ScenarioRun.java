package dev.layeredsaga.testbed.failures.matrix.system;

import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen;
import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.outcome.ExpectedOutcome;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A case under way: an item of its own, and the orders placed for it. Placing is for one thread. */
public final class ScenarioRun {

    private final Case played;
    private final Shop shop;
    private final String sku;
    private final Map<String, Long> placed = new LinkedHashMap<>();
    private final Queue<String> remarks = new ConcurrentLinkedQueue<>();

    private ScenarioRun(Case played, Shop shop) {
        this.played = played;
        this.shop = shop;
        this.sku = played.name().replace('_', '-') + "-"
                + UUID.randomUUID().toString().substring(0, 8);
    }

    /** Puts its item on the shelf. */
    static ScenarioRun begin(Case played, Shop shop) {
        ScenarioRun run = new ScenarioRun(played, shop);
        shop.stock(run.sku, played.stocked(), played.policy());
        return run;
    }

    public String order(String paymentMethod) {
        return order(paymentMethod, Map.of());
    }

    /** @param more further fields of the request, by their names */
    public String order(String paymentMethod, Map<String, ?> more) {
        long now = System.nanoTime();
        String order = shop.order(paymentMethod, more, sku);
        placed.put(order, now);
        return order;
    }

    /** Places all its orders. */
    public List<String> orderAll(String paymentMethod) {
        return orders(played.orders(), paymentMethod);
    }

    public List<String> orders(int count, String paymentMethod) {
        return IntStream.range(0, count).mapToObj(i -> order(paymentMethod)).toList();
    }

    /** Counts what happens under this id as an order of the case. */
    public void notes(String sagaId) {
        placed.put(sagaId, System.nanoTime());
    }

    /** Something is wrong that can be seen only by who plays it. */
    public void remark(String finding) {
        remarks.add(finding);
    }

    public Case played() {
        return played;
    }

    /** Returns what its customers know: the stock at first, and the orders that the order API has taken. */
    CustomersSeen customers() {
        boolean exclusive = played.policy().equals("EXCLUSIVE");
        Stream<String> accepted =
                played.expected().ending() == ExpectedOutcome.NO_ORDER ? Stream.of() : placed.keySet().stream();
        return new CustomersSeen(
                List.of(new CustomersSeen.Stock(sku, played.stocked(), exclusive)),
                accepted.map(order -> new CustomersSeen.Accepted(order, order)).toList(),
                List.of(),
                List.of());
    }

    public String sku() {
        return sku;
    }

    public List<String> orders() {
        return List.copyOf(placed.keySet());
    }

    Duration since(String orderId) {
        return Duration.ofNanos(System.nanoTime() - placed.getOrDefault(orderId, 0L));
    }

    List<String> remarks() {
        return List.copyOf(remarks);
    }
}
