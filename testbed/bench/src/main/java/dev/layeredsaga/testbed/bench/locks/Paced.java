package dev.layeredsaga.testbed.bench.locks;

import dev.layeredsaga.testbed.bench.locks.design.Catalog;
import dev.layeredsaga.testbed.bench.locks.load.Order;
import dev.layeredsaga.testbed.bench.locks.load.Workload;
import dev.layeredsaga.testbed.bench.measure.Latencies;
import dev.layeredsaga.testbed.bench.measure.OpenLoop;
import dev.layeredsaga.testbed.bench.measure.Times;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer.Granted;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer.Refused;
import dev.layeredsaga.testbed.bench.service.HostedInventory;
import dev.layeredsaga.testbed.bench.service.InventoryClient;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * Measures the inventory-service over HTTP at a steady rate, however slow the answers: claims on many items, each
 * confirmed after a payment, and as many claims on one taken item. Times count from when each was due.
 */
final class Paced {

    private static final Duration SETTLING = Duration.ofSeconds(5);
    private static final int AN_HOUR = 3600;
    private static final String TAKEN = "taken-seat";

    private final HostedInventory service;
    private final Workload workload;
    private final Catalog catalog;
    private final int perSecond;
    private final Latencies claims = new Latencies();
    private final Latencies busyAnswers = new Latencies();
    private final AtomicInteger failures = new AtomicInteger();

    /**
     * The figures at one rate.
     *
     * @param perSecond claims per second, and as many on the taken item
     * @param claims times until a claim was granted
     * @param busyAnswers times until a claim on the taken item was answered
     * @param failures calls with any other result
     */
    record Steady(int perSecond, Times claims, Times busyAnswers, Times sections, Times waits, int failures) {}

    private Paced(HostedInventory service, Workload workload, Catalog catalog, int perSecond) {
        this.service = service;
        this.workload = workload;
        this.catalog = catalog;
        this.perSecond = perSecond;
    }

    /** @param workload supplies the items and the payment; its clients are not used */
    static Steady run(HostedInventory service, Workload workload, int perSecond) throws Exception {
        Catalog catalog = Catalog.fill(service, workload, "COUNTED");
        service.client().putItem(TAKEN, 1, "EXCLUSIVE");
        service.client().claim("somebody", TAKEN, AN_HOUR);
        new Paced(service, workload, catalog, perSecond).run(SETTLING);
        return new Paced(service, workload, catalog, perSecond).run(workload.howLong());
    }

    private Steady run(Duration howLong) throws Exception {
        service.timers().beginAnew();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var unused = threads.submit(() -> pace(howLong, threads, this::askForWhatIsTaken));
            pace(howLong, threads, this::buy);
        }
        return new Steady(
                perSecond,
                claims.times(),
                busyAnswers.times(),
                service.timers().sectionTimes(),
                service.timers().sectionWaits(),
                failures.get());
    }

    private long pace(Duration howLong, ExecutorService threads, LongConsumer call) {
        return new OpenLoop(perSecond, howLong).run(due -> threads.execute(() -> call.accept(due)));
    }

    private void askForWhatIsTaken(long due) {
        orFailure(inventory -> {
            ClaimAnswer answer = inventory.claim("me", TAKEN, 60);
            busyAnswers.addSince(due);
            return answer instanceof Refused refused && refused.isBusy();
        });
    }

    private void buy(long due) {
        orFailure(inventory -> {
            Order order = Order.of(ThreadLocalRandom.current().nextInt(workload.items()));
            ClaimAnswer answer = inventory.claim(order.id().toString(), catalog.sku(order.item()), 60);
            claims.addSince(due);
            Thread.sleep(workload.payment());
            return answer instanceof Granted granted && inventory.confirm(granted) == 200;
        });
    }

    /** A call that may have an unexpected result. */
    private interface Call {

        boolean isAsExpected(InventoryClient inventory) throws Exception;
    }

    private void orFailure(Call call) {
        try {
            if (!call.isAsExpected(service.client())) {
                failures.incrementAndGet();
            }
        } catch (Exception e) {
            failures.incrementAndGet();
        }
    }
}
