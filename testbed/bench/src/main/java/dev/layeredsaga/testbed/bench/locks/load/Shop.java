package dev.layeredsaga.testbed.bench.locks.load;

import dev.layeredsaga.testbed.bench.locks.load.Watch.Sale;
import dev.layeredsaga.testbed.bench.measure.Clients;
import dev.layeredsaga.testbed.bench.measure.Latencies;
import dev.layeredsaga.testbed.bench.measure.Times;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** Runs customers who each place one order after the other, and counts the results. For one run. */
public final class Shop {

    /** Pause between two orders of a customer, so that the client that has just unlocked is not always the next to lock. */
    private static final Duration BREATH = Duration.ofMillis(10);

    private final Way way;
    private final Workload workload;
    private final Design design;
    private final Payments payments;
    private final long begin = System.nanoTime();
    private final long end;

    /** Time until all clients have started; orders completed from then on are counted. */
    private final Duration settled;

    private final AtomicInteger inTime = new AtomicInteger();
    private final Queue<Sale> sales = new ConcurrentLinkedQueue<>();
    private volatile boolean soldOut;

    private Shop(Way way, Workload workload, Design design, Payments payments) {
        this.way = way;
        this.workload = workload;
        this.design = design;
        this.payments = payments;
        this.end = begin + workload.howLong().toNanos();
        this.settled = workload.howLong().dividedBy(6);
    }

    /** Runs slightly longer than the workload's duration, because payments in flight at its end are finished. */
    public static Figures open(Way way, Workload workload, Design design, Payments payments) throws Exception {
        return new Shop(way, workload, design, payments).open();
    }

    private Figures open() throws Exception {
        Clients clients = new Clients(workload.clients(), workload.howLong(), workload.rampUp());
        double seconds = clients.runWhile(() -> !soldOut, this::order);
        return new Figures(
                way,
                workload,
                inTime.get() / (workload.howLong().minus(settled).toMillis() / 1e3),
                seconds,
                count(Sale.Outcome.COMPLETED),
                count(Sale.Outcome.GAVE_UP),
                sales.stream().mapToInt(Sale::turnedAway).sum(),
                times(Sale::isBusyAnswer, Sale::answered),
                times(Sale::isCompleted, Sale::ended),
                Figures.StockAudit.audit(workload, payments, design));
    }

    private void order() throws Exception {
        Clients.pause(BREATH);
        Order order = Order.of(ThreadLocalRandom.current().nextInt(workload.items()));
        Sale sale = design.sell(order, new Watch(end));
        sales.add(sale);
        soldOut |= sale.outcome() == Sale.Outcome.OUT_OF_STOCK;
        long now = System.nanoTime();
        if (sale.isCompleted() && now < end && now - begin >= settled.toNanos()) {
            inTime.incrementAndGet();
        }
    }

    private int count(Sale.Outcome outcome) {
        return (int) sales.stream().filter(sale -> sale.outcome() == outcome).count();
    }

    private Times times(Predicate<Sale> which, ToLongFunction<Sale> time) {
        Latencies times = new Latencies();
        sales.stream().filter(which).mapToLong(time).forEach(times::add);
        return times.times();
    }
}
