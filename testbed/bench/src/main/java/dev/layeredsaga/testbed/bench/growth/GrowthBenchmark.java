package dev.layeredsaga.testbed.bench.growth;

import static dev.layeredsaga.testbed.bench.measure.Console.say;
import static dev.layeredsaga.testbed.bench.measure.Statistics.inWords;

import dev.layeredsaga.testbed.bench.engine.Figures;
import dev.layeredsaga.testbed.bench.engine.Measuring;
import dev.layeredsaga.testbed.bench.engine.Ours;
import dev.layeredsaga.testbed.bench.growth.Claiming.StockAudit;
import dev.layeredsaga.testbed.bench.growth.Curve.Point;
import dev.layeredsaga.testbed.bench.measure.BenchmarkCommand;
import dev.layeredsaga.testbed.bench.measure.Results;
import dev.layeredsaga.testbed.bench.service.DurableServers;
import dev.layeredsaga.testbed.bench.service.HostedInventory;
import dev.layeredsaga.testbed.bench.service.SagaCommands;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Measures throughput and times against growing numbers of stored sagas, instances, items and order lines. The engine runs its
 * three steps with 512 sagas in flight per instance; the inventory serves 256 clients that claim and confirm over Kafka.
 */
@Command(
        name = "growth",
        description = "Throughput and times while sagas stored, instances, items and lines of an order become more.",
        mixinStandardHelpOptions = true)
public final class GrowthBenchmark implements Callable<Integer> {

    private static final int IN_FLIGHT = 512;
    private static final List<Long> ITEMS = List.of(100L, 1_000L, 10_000L, 100_000L, 1_000_000L);
    private static final List<Integer> LINES = List.of(1, 2, 5, 10, 20, 50);
    private static final List<Integer> INSTANCES = List.of(1, 2, 3);

    @Parameters(
            index = "0",
            paramLabel = "SECONDS",
            defaultValue = "8",
            description = "how long each size is measured; default ${DEFAULT-VALUE}")
    private int seconds;

    @Parameters(
            index = "1",
            paramLabel = "SAGAS",
            defaultValue = "1000000",
            description = "how many sagas are stored at most; default ${DEFAULT-VALUE}")
    private long mostStored;

    private final Results results = new Results("growth");

    private GrowthBenchmark() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        BenchmarkCommand.run(new GrowthBenchmark(), arguments);
    }

    @Override
    public Integer call() throws Exception {
        Duration howLong = Duration.ofSeconds(seconds);
        try (EmbeddedInfrastructure servers = DurableServers.start();
                Connection server = servers.postgres().connect("postgres")) {
            Measuring measuring = new Measuring(server);
            stored(servers, measuring, howLong);
            instances(servers, measuring, howLong);
        }
        // on separate servers: the engine's commands are not for the inventory
        return inventory(howLong);
    }

    private void stored(Infrastructure servers, Measuring measuring, Duration howLong) throws Exception {
        Curve curve = new Curve("Sagas stored", "stored", "sagas");
        try (Ours ours = Ours.on(servers, "stored", 1)) {
            say("warming up%n");
            measuring.inFlight(ours, IN_FLIGHT, howLong.multipliedBy(5));
            StoredSagas stored = new StoredSagas(ours.database());
            for (long sagas = 10_000; sagas <= mostStored; sagas *= 10) {
                say("storing %,d sagas%n", sagas);
                stored.growTo(sagas);
                curve.add(point(sagas, measuring.inFlight(ours, IN_FLIGHT, howLong)));
            }
        }
        report("stored", curve);
    }

    private void instances(Infrastructure servers, Measuring measuring, Duration howLong) throws Exception {
        Curve curve = new Curve("Instances", "instances", "sagas");
        for (int instances : INSTANCES) {
            try (Ours ours = Ours.on(servers, "instances_" + instances, instances)) {
                measuring.inFlight(ours, instances * IN_FLIGHT, howLong);
                curve.add(point(instances, measuring.inFlight(ours, instances * IN_FLIGHT, howLong)));
            }
        }
        report("instances", curve);
    }

    private static Point point(long size, Figures figures) {
        return Point.of(size, figures.perSecond(), figures.times());
    }

    private int inventory(Duration howLong) throws Exception {
        try (EmbeddedInfrastructure servers = DurableServers.start();
                HostedInventory inventory = new HostedInventory(servers, "growing", "redis", true);
                SagaCommands commands = new SagaCommands(servers.kafkaBootstrapServers())) {
            Claiming claiming = new Claiming(inventory.database(), commands);
            claiming.stock(ITEMS.getFirst());
            say("warming up the inventory%n");
            claiming.run(0, 1, howLong.multipliedBy(3));
            claiming.run(0, LINES.getLast(), howLong);
            Curve items = new Curve("Items", "items", "claims");
            for (long many : ITEMS) {
                claiming.stock(many);
                items.add(told(claiming.run(many, 1, howLong)));
            }
            report("items", items);
            // lines, not claims: a claim of fifty lines is fifty times the work
            Curve lines = new Curve("Lines of an order", "lines", "lines");
            for (int many : LINES) {
                Point claims = claiming.run(many, many, howLong);
                lines.add(told(new Point(many, claims.perSecond() * many, claims.p50(), claims.p99())));
            }
            report("lines", lines);
            StockAudit audit = claiming.audit();
            say("%s: %s%n", audit, audit.agree() ? "sound" : "NOT SOUND");
            return audit.agree() ? 0 : 1;
        }
    }

    private static Point told(Point point) {
        say(
                "%,12d %,10.0f/s   p50 %7s ms   p99 %7s ms%n",
                point.size(), point.perSecond(), inWords(point.p50()), inWords(point.p99()));
        return point;
    }

    private void report(String name, Curve curve) throws IOException {
        say("%n%s%n%s%n", curve.title(), curve.table());
        results.add(name, curve.points());
        results.plot(name, curve.plot());
    }
}
