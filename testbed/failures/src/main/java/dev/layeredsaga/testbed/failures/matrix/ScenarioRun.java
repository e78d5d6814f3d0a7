package dev.layeredsaga.testbed.failures.matrix;

import dev.layeredsaga.testbed.client.Shop;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

/** A case under way: an item of its own, and the orders placed for it. Placing is for one thread. */
final class ScenarioRun {

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

    String order(String paymentMethod) {
        long now = System.nanoTime();
        String order = shop.order(sku, paymentMethod);
        placed.put(order, now);
        return order;
    }

    /** Places all its orders. */
    List<String> orderAll(String paymentMethod) {
        return orders(played.orders(), paymentMethod);
    }

    List<String> orders(int count, String paymentMethod) {
        return IntStream.range(0, count).mapToObj(i -> order(paymentMethod)).toList();
    }

    /** Counts what happens under this id as an order of the case. */
    void notes(String sagaId) {
        placed.put(sagaId, System.nanoTime());
    }

    /** Something is wrong that can be seen only by who plays it. */
    void remark(String finding) {
        remarks.add(finding);
    }

    Case played() {
        return played;
    }

    String sku() {
        return sku;
    }

    List<String> orders() {
        return List.copyOf(placed.keySet());
    }

    Duration since(String orderId) {
        return Duration.ofNanos(System.nanoTime() - placed.getOrDefault(orderId, 0L));
    }

    List<String> remarks() {
        return List.copyOf(remarks);
    }
}
