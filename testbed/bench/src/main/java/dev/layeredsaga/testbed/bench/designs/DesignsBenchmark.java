package dev.layeredsaga.testbed.bench.designs;

import static dev.layeredsaga.testbed.bench.measure.Console.say;
import static dev.layeredsaga.testbed.bench.measure.Percentiles.inWords;
import static java.util.Locale.ROOT;

import dev.layeredsaga.testbed.bench.measure.Table;
import dev.layeredsaga.testbed.bench.service.DurableServers;
import dev.layeredsaga.testbed.bench.service.HostedInventory;
import dev.layeredsaga.testbed.bench.service.InventoryClient;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import java.time.Duration;

/**
 * Sells one hot item whose payment takes 300 ms, by each design in turn. The argument is how many seconds each is measured,
 * default 15; the orders that are under way then take up to {@link Design#PATIENCE} more.
 */
public final class DesignsBenchmark {

    private static final Duration PAYMENT = Duration.ofMillis(300);
    private static final Duration WARM_UP = Duration.ofSeconds(25);
    private static final int CUSTOMERS = 64;
    private static final int CROWD = 512;

    private final Infrastructure servers;
    private final HostedInventory inventory;
    private final Duration howLong;
    private final Table table = new Table(
            "design",
            "orders/s",
            "ratio",
            "told busy, p50 ms",
            "p99 ms",
            "completed, p50 ms",
            "p99 ms",
            "completed",
            "gave up",
            "payments",
            "sold",
            "oversold");
    private double baseline = Double.NaN;

    private DesignsBenchmark(Infrastructure servers, HostedInventory inventory, Duration howLong) {
        this.servers = servers;
        this.inventory = inventory;
        this.howLong = howLong;
    }

    /** Makes a design that takes its payments there. */
    @FunctionalInterface
    private interface Making {

        Design with(Payments payments) throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        Duration howLong = Duration.ofSeconds(arguments.length == 0 ? 15 : Integer.parseInt(arguments[0]));
        try (var servers = DurableServers.start();
                HostedInventory inventory = HostedInventory.start(servers, "inventory", "redis")) {
            new DesignsBenchmark(servers, inventory, howLong).run();
        }
    }

    private void run() throws Exception {
        say("warming up for %d s …%n".formatted(WARM_UP.toSeconds()));
        sell(payments -> shortSections(payments, "warm-up", "COUNTED"), CUSTOMERS, WARM_UP);
        measure("A: RLock around all", CUSTOMERS, payments -> new LockAroundAll(servers, payments));
        measure(
                "A: FOR UPDATE around all",
                CUSTOMERS,
                payments -> new RowLockAroundAll(servers.postgres(), payments, CUSTOMERS));
        measure("B: EXCLUSIVE", CUSTOMERS, payments -> shortSections(payments, "seat", "EXCLUSIVE"));
        measure("B: COUNTED", CUSTOMERS, payments -> shortSections(payments, "stock", "COUNTED"));
        measure(
                "B: COUNTED, %d clients".formatted(CROWD),
                CROWD,
                payments -> shortSections(payments, "crowd", "COUNTED"));
        say("%n%s".formatted(table));
    }

    private Design shortSections(Payments payments, String sku, String policy) throws Exception {
        InventoryClient client = new InventoryClient(inventory.url());
        client.putItem(sku, Design.STOCK, policy);
        return new ShortSections(client, payments, sku);
    }

    private Figures sell(Making making, int customers, Duration time) throws Exception {
        try (Payments payments = Payments.taking(PAYMENT);
                Design design = making.with(payments)) {
            return new Shop(design).open(customers, time, payments);
        }
    }

    /** The first is what the others are compared with. */
    private void measure(String title, int customers, Making making) throws Exception {
        say("%s …%n".formatted(title));
        Figures figures = sell(making, customers, howLong);
        baseline = Double.isNaN(baseline) ? figures.rate() : baseline;
        table.row(
                title,
                String.format(ROOT, "%.1f", figures.rate()),
                String.format(ROOT, "%.1f", figures.rate() / baseline),
                inWords(figures.told().p50()),
                inWords(figures.told().p99()),
                inWords(figures.ended().p50()),
                inWords(figures.ended().p99()),
                Integer.toString(figures.completed()),
                Integer.toString(figures.givenUp()),
                Integer.toString(figures.payments()),
                Integer.toString(figures.sold()),
                figures.verdict());
    }
}
