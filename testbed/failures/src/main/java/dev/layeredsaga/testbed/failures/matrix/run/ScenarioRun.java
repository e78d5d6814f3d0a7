package dev.layeredsaga.testbed.failures.matrix.run;

import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Order;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Saga;
import dev.layeredsaga.testbed.failures.audit.seen.SystemReader;
import dev.layeredsaga.testbed.failures.fault.Gateway;
import dev.layeredsaga.testbed.failures.matrix.outcome.ExpectedOutcome;
import dev.layeredsaga.testbed.failures.matrix.outcome.Limits;
import dev.layeredsaga.testbed.failures.matrix.outcome.Observation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A case under way: an item of its own, and the orders placed for it. Placing is for one thread. */
public final class ScenarioRun {

    private static final Duration PAUSE = Duration.ofMillis(250);

    /** The time for which an unresponsive system is queried after an order's time is over. */
    private static final Duration LAST_LOOK = Duration.ofSeconds(60);

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

    /** Counts what happens under this id as an order of the case, placed now. */
    public void notes(String sagaId) {
        placed.put(sagaId, System.nanoTime());
    }

    /** Notes something wrong that only the case itself can see. */
    public void remarkUnless(boolean holds, String finding) {
        if (!holds) {
            remarks.add(finding);
        }
    }

    public Case played() {
        return played;
    }

    public String sku() {
        return sku;
    }

    public List<String> orders() {
        return List.copyOf(placed.keySet());
    }

    /** Returns once all orders have come to their end, or their time is over. While a part of the system is away it goes on asking. */
    Result awaitResult(SystemReader reader, Gateway gateway, Limits limits) {
        Duration bound = played.expected().bound(limits);
        Map<String, Duration> took = new LinkedHashMap<>();
        for (String order : orders()) {
            while (!hasCome(order, reader) && since(order).compareTo(bound) <= 0) {
                LockSupport.parkNanos(PAUSE.toNanos());
            }
            took.put(order, since(order));
        }
        Observation seen = Awaitility.await("what has become of " + played)
                .atMost(LAST_LOOK)
                .pollInterval(PAUSE)
                .ignoreExceptions()
                .until(() -> observe(took, reader, gateway), Objects::nonNull);
        List<String> findings = played.expected().findings(seen, limits);
        return findings.isEmpty()
                ? new Result.Right(
                        played, took.values().stream().max(Duration::compareTo).orElse(Duration.ZERO))
                : new Result.Wrong(played, findings);
    }

    private boolean hasCome(String order, SystemReader reader) {
        try {
            return switch (played.expected().ending()) {
                case STUCK -> reader.saga(order).filter(Saga::isStuck).isPresent();
                case NO_ORDER -> true;
                case CONFIRMED, DECLINED, UNAVAILABLE, CANCELLED ->
                    reader.order(order).filter(Order::hasEnded).isPresent();
            };
        } catch (RuntimeException away) {
            return false;
        }
    }

    private Duration since(String order) {
        return Duration.ofNanos(System.nanoTime() - placed.getOrDefault(order, 0L));
    }

    private Observation observe(Map<String, Duration> took, SystemReader reader, Gateway gateway) {
        Map<String, Observation.Seen> orders = new LinkedHashMap<>();
        took.forEach((order, time) -> orders.put(order, new Observation.Seen(gateway.callsFor(order), time)));
        return new Observation(reader.ordersOf(customers(), took.keySet()), orders, List.copyOf(remarks));
    }

    /** Returns what its customers know: the stock at first, and the orders that the order API has taken. */
    private CustomersSeen customers() {
        boolean exclusive = played.policy().equals("EXCLUSIVE");
        Stream<String> accepted =
                played.expected().ending() == ExpectedOutcome.NO_ORDER ? Stream.of() : placed.keySet().stream();
        return new CustomersSeen(
                List.of(new CustomersSeen.Stock(sku, played.stocked(), exclusive)),
                accepted.map(order -> new CustomersSeen.Accepted(order, order)).toList(),
                List.of(),
                List.of());
    }
}
