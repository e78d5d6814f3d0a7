package dev.layeredsaga.testbed.bench.system;

import static dev.layeredsaga.testbed.bench.measure.Console.say;
import static java.util.Locale.ROOT;

import dev.layeredsaga.testbed.bench.measure.Disk;
import dev.layeredsaga.testbed.bench.measure.Percentiles;
import dev.layeredsaga.testbed.bench.measure.Plot;
import dev.layeredsaga.testbed.bench.measure.Results;
import dev.layeredsaga.testbed.bench.measure.Table;
import dev.layeredsaga.testbed.bench.service.DurableServers;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.process.Executable;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.process.TrainedPrograms;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures orders from the HTTP API to the last saga event, with every part, the ordering client included, as a process of its
 * own on this machine. The argument is the measuring time of each load in seconds, default 60.
 */
public final class SystemBenchmark {

    private static final int ITEMS = 1_000;
    private static final int STOCK = 1_000_000;
    private static final int[] UNDER_WAY = {32, 128, 512};
    /** Five JVMs compile on two cores: in the third minute compilation may still take a quarter of the CPU time. */
    private static final int MOST_MINUTES_TO_WARM_UP = 12;

    /** The warm-up ends after two minutes in a row that do not exceed the best rate before them by this factor. */
    private static final double STILL_RISING = 1.02;

    private static final int MINUTES_WITHOUT_RISE = 2;

    private static final Duration REST = Duration.ofSeconds(10);

    private final Parts parts;
    private final Orders orders;
    private final Duration howLong;
    private final Results results = new Results("system");
    private final List<Row> rows = new ArrayList<>();

    private SystemBenchmark(Parts parts, Orders orders, Duration howLong) {
        this.parts = parts;
        this.orders = orders;
        this.howLong = howLong;
    }

    /** The figures of one load. */
    private record Row(String title, Load.Figures figures, Parts.Cost cost) {

        double perOrder(double amount) {
            return amount / figures.confirmed();
        }

        double millisPerOrder(Duration cpu) {
            return perOrder(cpu.toNanos() / 1e6);
        }
    }

    @FunctionalInterface
    private interface Run {

        Load.Figures of(Load load) throws InterruptedException;
    }

    public static void main(String[] arguments) throws Exception {
        Duration howLong = Duration.ofSeconds(arguments.length == 0 ? 60 : Integer.parseInt(arguments[0]));
        if (!isSound(howLong)) {
            System.exit(1);
        }
    }

    private static boolean isSound(Duration howLong) throws Exception {
        try (var servers = DurableServers.start();
                var system = new SeparateSystem(servers, "", environment(), SystemBenchmark::executable)) {
            Runtime.getRuntime().addShutdownHook(new Thread(system::close, "services-close"));
            say("starting the services …%n".formatted());
            system.startEach();
            say("stocking %,d items …%n".formatted(ITEMS));
            Shop shop = new Shop(system.addresses());
            for (int item = 0; item < ITEMS; item++) {
                shop.stock("item-" + item, STOCK, "COUNTED");
            }
            return order(servers, system, howLong);
        }
    }

    private static boolean order(Infrastructure servers, SeparateSystem system, Duration howLong) throws Exception {
        try (Orders orders = new Orders(system.addresses().orders(), servers.kafkaBootstrapServers())) {
            new SystemBenchmark(new Parts(servers, system), orders, howLong).run();
        }
        Audit audit = Audit.of(servers.postgres(), system, (long) ITEMS * STOCK);
        say("%n%s: %s%n".formatted(audit, audit.isSound() ? "sound" : "NOT SOUND"));
        return audit.isSound();
    }

    /** Sets rate limits that no single client of a real system should have. */
    private static Map<String, String> environment() {
        return Map.of("RATE_LIMIT_OPERATORPERSECOND", "1000000", "RATE_LIMIT_OPERATORBURST", "1000000");
    }

    /**
     * Returns the program as deployed, plus the JVM options in {@code BENCH_JVM_OPTIONS}, such as a recording. The stub keeps
     * every payment of the benchmark in memory: it gets a larger heap and promotes objects after one copy. Under this load that
     * shortens its pauses, one every two seconds, from 57 ms to 31 ms.
     */
    private static Executable executable(String program) {
        Executable deployed = TrainedPrograms.AS_DEPLOYED.of(program);
        Stream<String> memory = program.equals(SeparateSystem.STUB)
                ? Stream.of("-Xmx1g", "-XX:MaxTenuringThreshold=1")
                : Stream.empty();
        String more = System.getenv().getOrDefault("BENCH_JVM_OPTIONS", "");
        return new Executable(
                deployed.jar(),
                Stream.of(deployed.options().stream(), memory, Stream.of(more.split(" ")))
                        .flatMap(options -> options)
                        .filter(option -> !option.isBlank())
                        .toList());
    }

    private void run() throws InterruptedException, SQLException, IOException {
        rest();
        warmUp();
        for (int underWay : UNDER_WAY) {
            measure("%d under way".formatted(underWay), load -> load.closed(underWay, howLong));
        }
        double best = rows.stream()
                .mapToDouble(row -> row.figures().perSecond())
                .max()
                .orElseThrow();
        measure("half of the best, steady", load -> load.open(best / 2, howLong));
        measure("50/s, steady", load -> load.open(50, howLong));
        say("%n%s%n%s".formatted(rates(), costs()));
        results.plot("cost", costPlot());
    }

    private void warmUp() throws InterruptedException {
        say("warming up for at most %d min …%n".formatted(MOST_MINUTES_TO_WARM_UP));
        double best = 0;
        int flat = 0;
        for (int minute = 1; flat < MINUTES_WITHOUT_RISE && minute <= MOST_MINUTES_TO_WARM_UP; minute++) {
            double perSecond =
                    new Load(orders, ITEMS).closed(512, Duration.ofMinutes(1)).perSecond();
            say("%-26s%6.0f orders/s%n".formatted("512 under way, minute " + minute, perSecond));
            if (perSecond > best * STILL_RISING) {
                best = perSecond;
                flat = 0;
            } else {
                flat++;
            }
        }
    }

    /** Measures the CPU time of the idle system. */
    private void rest() throws InterruptedException, SQLException, IOException {
        Parts.Cost before = parts.soFar();
        Thread.sleep(REST);
        Parts.Cost cost = parts.soFar().since(before);
        say("at rest%19s%.0f ms of CPU a second: %s%n".formatted("", perSecond(cost.total()), inWords(cost)));
        results.add("at rest", cost.cpu());
    }

    private static double perSecond(Duration cpu) {
        return cpu.toNanos() / 1e6 / REST.toSeconds();
    }

    private static String inWords(Parts.Cost cost) {
        return cost.cpu().entrySet().stream()
                .map(part -> "%s %.0f".formatted(part.getKey(), perSecond(part.getValue())))
                .collect(Collectors.joining(", "));
    }

    private void measure(String title, Run run) throws InterruptedException, SQLException, IOException {
        say("%-26s".formatted(title));
        Disk.settle();
        Parts.Cost before = parts.soFar();
        Load.Figures figures = run.of(new Load(orders, ITEMS));
        Row row = new Row(title, figures, parts.soFar().since(before));
        rows.add(row);
        say("%6.0f orders/s, p50 %.0f ms, p99 %.0f ms, %s%n"
                .formatted(
                        figures.perSecond(),
                        figures.times().p50(),
                        figures.times().p99(),
                        figures.ends()));
        results.add(title, raw(row));
    }

    private static Map<String, Object> raw(Row row) {
        return Map.of(
                "ordersPerSecond", row.figures().perSecond(),
                "p50Millis", row.figures().times().p50(),
                "p99Millis", row.figures().times().p99(),
                "ends", row.figures().ends(),
                "cpu", row.cost().cpu(),
                "commits", row.cost().database().commits(),
                "walBytes", row.cost().database().walBytes());
    }

    private Table rates() {
        Table table = new Table(
                "load",
                "orders/s",
                "ratio",
                "p50 ms",
                "p99 ms",
                "max ms",
                "commits/order",
                "WAL kB/order",
                "CPU ms/order");
        double first = rows.getFirst().figures().perSecond();
        for (Row row : rows) {
            Percentiles times = row.figures().times();
            table.row(
                    row.title(),
                    "%,.0f".formatted(row.figures().perSecond()),
                    String.format(ROOT, "%.2f", row.figures().perSecond() / first),
                    Percentiles.inWords(times.p50()),
                    Percentiles.inWords(times.p99()),
                    Percentiles.inWords(times.max()),
                    String.format(ROOT, "%.2f", row.perOrder((double)
                            row.cost().database().commits())),
                    String.format(
                            ROOT, "%.1f", row.perOrder(row.cost().database().walBytes() / 1e3)),
                    String.format(ROOT, "%.2f", row.millisPerOrder(row.cost().total())));
        }
        return table;
    }

    private List<String> partNames() {
        return List.copyOf(rows.getFirst().cost().cpu().keySet());
    }

    private Plot costPlot() {
        List<Plot.Bars> series = new ArrayList<>();
        List<String> names = partNames();
        for (Row row : rows) {
            List<Double> heights =
                    row.cost().cpu().values().stream().map(row::millisPerOrder).toList();
            series.add(new Plot.Bars(row.title(), names, heights));
        }
        return Plot.bars("What an order costs", "", "ms of CPU", series);
    }

    private Table costs() {
        List<String> names = partNames();
        Table table = new Table(
                Stream.concat(Stream.of("CPU ms per order"), names.stream()).toArray(String[]::new));
        for (Row row : rows) {
            Stream<String> cells = names.stream()
                    .map(name -> String.format(
                            ROOT, "%.2f", row.millisPerOrder(row.cost().cpu().getOrDefault(name, Duration.ZERO))));
            table.row(Stream.concat(Stream.of(row.title()), cells).toArray(String[]::new));
        }
        return table;
    }
}
