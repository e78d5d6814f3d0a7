package dev.layeredsaga.testbed.bench.designs;

import dev.layeredsaga.testbed.bench.measure.Clients;
import dev.layeredsaga.testbed.bench.measure.Percentiles;
import java.time.Duration;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** Customers order one item, one order after the other each, and everything is counted. For one run. */
final class Shop {

    /** Between two orders of a customer, so that who has just unlocked is not always the next to lock. */
    private static final Duration BREATH = Duration.ofMillis(10);

    private static final Duration RAMP_UP = Duration.ofSeconds(1);

    private final Design design;
    private final AtomicInteger orders = new AtomicInteger();
    private final AtomicInteger inTime = new AtomicInteger();
    private final Queue<Sale> sales = new ConcurrentLinkedQueue<>();

    Shop(Design design) {
        this.design = design;
    }

    /** Lasts a little longer than told: the orders that are under way then are brought to their end. */
    Figures open(int customers, Duration howLong, Payments payments) throws Exception {
        long end = System.nanoTime() + howLong.toNanos();
        int before = design.stockLeft();
        new Clients(customers, howLong, RAMP_UP).run(() -> order(end));
        return new Figures(
                inTime.get() / (howLong.toMillis() / 1e3),
                times(Sale::foundBusy, Sale::told),
                times(Sale::completed, Sale::ended),
                count(Sale::completed),
                count(sale -> !sale.completed()),
                payments.captured(),
                before - design.stockLeft());
    }

    private void order(long end) throws Exception {
        Clients.pause(BREATH);
        Sale sale = design.sell("order-" + orders.incrementAndGet());
        sales.add(sale);
        if (sale.completed() && System.nanoTime() < end) {
            inTime.incrementAndGet();
        }
    }

    private Percentiles times(Predicate<Sale> which, ToLongFunction<Sale> time) {
        return Percentiles.ofNanos(sales.stream().filter(which).mapToLong(time));
    }

    private int count(Predicate<Sale> which) {
        Collection<Sale> found = sales.stream().filter(which).toList();
        return found.size();
    }
}
