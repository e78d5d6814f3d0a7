package dev.layeredsaga.testbed.failures.chaos.load;

import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.Stock;
import dev.layeredsaga.testbed.failures.chaos.load.ShopRequest.Goods;
import dev.layeredsaga.testbed.failures.chaos.load.ShopRequest.HoldEnd;
import dev.layeredsaga.testbed.failures.chaos.system.ChaosSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Draws what customers come for.
 *
 * <p>Two payment methods are left out because nothing can bring their orders to an end but a person who settles them by hand:
 * {@code pm_outage}, and {@code pm_refund_declined} once it is compensated. As faults for all orders they end, and are injected.
 */
public final class Workload {

    private static final int HOLD_AFTER_ORDERS = 8;
    private static final List<HoldEnd> HOLD_ENDS = List.of(HoldEnd.values());
    private static final List<Goods> GOODS = List.of(Goods.values());

    /** In parts of a thousand; each of those that never succeed lasts until its deadline. */
    private static final List<Weighted> METHODS = List.of(
            new Weighted("pm_ok", 560),
            new Weighted("pm_slow_then_ok", 70),
            new Weighted("pm_declined_insufficient_funds", 25),
            new Weighted("pm_declined_expired_card", 25),
            new Weighted("pm_declined_do_not_honor", 20),
            new Weighted("pm_declined_fraud", 20),
            new Weighted("pm_charged_response_lost", 45),
            new Weighted("pm_charged_then_500", 45),
            new Weighted("pm_charged_then_duplicate", 20),
            new Weighted("pm_reset_after_charge", 45),
            new Weighted("pm_fail_n_then_ok", 35),
            new Weighted("pm_flaky", 35),
            new Weighted("pm_refund_fails_n_then_ok", 19),
            new Weighted("pm_refund_pending_n_then_ok", 18),
            new Weighted("pm_timeout_not_charged", 2),
            new Weighted("pm_reset_before_charge", 2),
            new Weighted("pm_empty", 2),
            new Weighted("pm_malformed", 2),
            new Weighted("pm_garbage", 2),
            new Weighted("pm_dribble", 2),
            new Weighted("pm_not_found_404", 2),
            new Weighted("pm_rate_limited_429", 2),
            new Weighted("pm_unavailable_503", 2));

    private final Random random;
    private final Catalog catalog;

    private Workload(long seed, Catalog catalog) {
        // another sequence than that of the injections
        this.random = new Random(~seed);
        this.catalog = catalog;
    }

    private record Weighted(String method, int weight) {}

    /** In the order in which they come: so many orders, and some holds between them. */
    public static List<ShopRequest> of(ChaosSettings settings, Catalog catalog) {
        Workload mix = new Workload(settings.seed(), catalog);
        List<ShopRequest> requests = new ArrayList<>();
        for (int i = 0; i < settings.orders(); i++) {
            requests.add(mix.order());
            if (i % HOLD_AFTER_ORDERS == 0) {
                requests.add(mix.hold());
            }
        }
        return requests;
    }

    private ShopRequest order() {
        return new ShopRequest.Order(
                lines(),
                method(),
                List.of("REJECT", "RETRY", "WAIT").get(random.nextInt(3)),
                random.nextInt(100) < 6,
                random.nextInt(100) < 15 ? 1 + random.nextInt(2) : 0,
                cancelAfter(),
                returned());
    }

    private ShopRequest.@Nullable Return returned() {
        return random.nextInt(100) < 30
                ? new ShopRequest.Return(
                        random.nextBoolean(), random.nextInt(3), GOODS.get(random.nextInt(GOODS.size())))
                : null;
    }

    private @Nullable Duration cancelAfter() {
        return random.nextInt(100) < 10 ? Duration.ofMillis(random.nextInt(5_000)) : null;
    }

    private ShopRequest hold() {
        return new ShopRequest.Hold(lines(), HOLD_ENDS.get(random.nextInt(HOLD_ENDS.size())));
    }

    private Map<String, Integer> lines() {
        Map<String, Integer> lines = new TreeMap<>();
        int count = random.nextInt(100) < 75 ? 1 : 2 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
            Stock item = item();
            lines.put(item.sku(), item.exclusive() || random.nextInt(100) < 80 ? 1 : 2);
        }
        return lines;
    }

    private Stock item() {
        int draw = random.nextInt(100);
        List<Stock> group =
                draw < 40 ? catalog.hot() : draw < 75 ? catalog.cold() : draw < 87 ? catalog.queued() : catalog.seats();
        return group.get(random.nextInt(group.size()));
    }

    private String method() {
        int draw = random.nextInt(METHODS.stream().mapToInt(Weighted::weight).sum());
        for (Weighted method : METHODS) {
            draw -= method.weight();
            if (draw < 0) {
                return method.method();
            }
        }
        throw new AssertionError("beyond all weights");
    }
}
