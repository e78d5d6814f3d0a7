package dev.layeredsaga.testbed.bench.growth;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import dev.layeredsaga.testbed.bench.engine.Figures;
import dev.layeredsaga.testbed.bench.engine.Measuring;
import dev.layeredsaga.testbed.bench.engine.Ours;
import dev.layeredsaga.testbed.bench.growth.Claiming.StockAudit;
import dev.layeredsaga.testbed.bench.growth.Curve.Point;
import dev.layeredsaga.testbed.bench.measure.Percentiles;
import dev.layeredsaga.testbed.bench.measure.Results;
import dev.layeredsaga.testbed.bench.service.DurableServers;
import dev.layeredsaga.testbed.bench.service.HostedInventory;
import dev.layeredsaga.testbed.bench.service.SagaCommands;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Measures throughput and times against growing numbers of stored sagas, instances, items and order lines. The engine runs its
 * three steps with 512 sagas in flight per instance; the inventory serves 256 clients that claim and confirm over Kafka. The
 * first argument is the measuring time of each size in seconds, default 8; the second is the maximum number of stored sagas,
 * default 10⁶.
 */
public final class GrowthBenchmark {

    private static final int IN_FLIGHT = 512;
    private static final long MOST_STORED = 1_000_000;
    private static final List<Long> ITEMS = List.of(100L, 1_000L, 10_000L, 100_000L, 1_000_000L);
    private static final List<Integer> LINES = List.of(1, 2, 5, 10, 20, 50);
    private static final List<Integer> INSTANCES = List.of(1, 2, 3);

    private final Duration howLong;
    private final Results results = new Results("growth");

    private GrowthBenchmark(Duration howLong) {
        this.howLong = howLong;
    }

    public static void main(String[] arguments) throws Exception {
        Duration howLong = Duration.ofSeconds(arguments.length > 0 ? Long.parseLong(arguments[0]) : 8);
        long mostStored = arguments.length > 1 ? Long.parseLong(arguments[1]) : MOST_STORED;
        GrowthBenchmark benchmark = new GrowthBenchmark(howLong);
        benchmark.engine(mostStored);
        // on separate servers: the engine's commands are not for the inventory
        benchmark.inventory();
    }

    private void engine(long mostStored) throws Exception {
        try (EmbeddedInfrastructure servers = DurableServers.start();
                Connection server = servers.postgres().connect("postgres")) {
            Measuring measuring = new Measuring(server);
            stored(servers, measuring, mostStored);
            instances(servers, measuring);
        }
    }

    private void stored(Infrastructure servers, Measuring measuring, long most) throws Exception {
        Curve curve = new Curve("Sagas stored", "stored", "sagas");
        try (Ours ours = Ours.on(servers, "stored", 1);
                Connection connection = ours.connect()) {
            say("warming up%n".formatted());
            measuring.inFlight(ours, IN_FLIGHT, howLong.multipliedBy(5));
            StoredSagas stored = new StoredSagas(connection);
            for (long sagas = 10_000; sagas <= most; sagas *= 10) {
                say("storing %,d sagas%n".formatted(sagas));
                stored.growTo(sagas);
                curve.add(point(sagas, measuring.inFlight(ours, IN_FLIGHT, howLong)));
            }
        }
        report("stored", curve);
    }

    private void instances(Infrastructure servers, Measuring measuring) throws Exception {
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
        return new Point(size, figures.perSecond(), figures.p50(), figures.p99());
    }

    private void inventory() throws Exception {
        String database = "growing";
        try (EmbeddedInfrastructure servers = DurableServers.start();
                HostedInventory inventory = HostedInventory.start(servers, database, "redis");
                SagaCommands commands = SagaCommands.connect(servers.kafkaBootstrapServers())) {
            Claiming claiming = new Claiming(servers, database, commands);
            claiming.stock(ITEMS.getFirst());
            say("warming up the inventory at %s%n".formatted(inventory.url()));
            claiming.run(0, 1, howLong.multipliedBy(3));
            claiming.run(0, LINES.getLast(), howLong);
            report("items", items(claiming));
            report("lines", lines(claiming));
            audit(claiming);
        }
    }

    private Curve items(Claiming claiming) throws Exception {
        Curve curve = new Curve("Items", "items", "claims");
        for (long items : ITEMS) {
            claiming.stock(items);
            curve.add(told(claiming.run(items, 1, howLong)));
        }
        return curve;
    }

    /** Counts lines, not claims: a claim of fifty lines is fifty times the work. */
    private Curve lines(Claiming claiming) throws Exception {
        Curve curve = new Curve("Lines of an order", "lines", "lines");
        for (int lines : LINES) {
            Point claims = claiming.run(lines, lines, howLong);
            curve.add(told(new Point(lines, claims.perSecond() * lines, claims.p50(), claims.p99())));
        }
        return curve;
    }

    private static Point told(Point point) {
        say("%,12d %,10.0f/s   p50 %7s ms   p99 %7s ms%n"
                .formatted(
                        point.size(),
                        point.perSecond(),
                        Percentiles.inWords(point.p50()),
                        Percentiles.inWords(point.p99())));
        return point;
    }

    private static void audit(Claiming claiming) throws SQLException {
        StockAudit audit = claiming.audit();
        say("%s%n".formatted(audit));
        if (!audit.agree()) {
            throw new IllegalStateException("the inventory's books do not agree: " + audit);
        }
    }

    private void report(String name, Curve curve) throws IOException {
        say("%n%s%n%s%n".formatted(curve.title(), curve.table()));
        results.add(name, curve.points());
        results.plot(name, curve.plot());
    }
}
