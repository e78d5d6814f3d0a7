package dev.layeredsaga.testbed.bench.locks;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import dev.layeredsaga.testbed.bench.locks.Targets.Target;
import dev.layeredsaga.testbed.bench.locks.design.Designs;
import dev.layeredsaga.testbed.bench.locks.load.Design;
import dev.layeredsaga.testbed.bench.locks.load.Figures;
import dev.layeredsaga.testbed.bench.locks.load.Payments;
import dev.layeredsaga.testbed.bench.locks.load.Shop;
import dev.layeredsaga.testbed.bench.locks.load.Way;
import dev.layeredsaga.testbed.bench.locks.load.Workload;
import dev.layeredsaga.testbed.bench.measure.BenchmarkCommand;
import dev.layeredsaga.testbed.bench.measure.Results;
import dev.layeredsaga.testbed.bench.service.DurableServers;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Compares nine ways to sell without overselling, and no lock as the control, in one run on one machine.
 *
 * <p>Each workload is run with the ways for which its figures are meaningful:
 *
 * <ul>
 *   <li>one item, payment 300 ms, 64 clients: all of them. All clients contend for the same item.
 *   <li>one item, payment 300 ms, 1,000 clients: all of them. With 64 clients that pay for 300 ms each, no way can be more than
 *       64 times as fast as sequential payments; and the effect of many waiting clients on a design shows only with many.
 *   <li>1,000 items, payment 300 ms, 1,000 clients: all but the control. There is hardly any contention; the cost of a way
 *       shows. The designs that the service does not have are a table and a few lines: compared with the service, which takes
 *       requests over HTTP, checks tokens and keeps claims, their figures are flattering.
 *   <li>one item, payment 3 s, 64 clients: designs A and B and {@code FOR UPDATE}, which differ in what they hold across a
 *       payment.
 *   <li>200 pieces of one item, payment 30 ms, 64 clients, until they are gone: all of them. Overselling is possible only with
 *       scarce stock.
 *   <li>steady claims on many items and on a taken one, at three rates: the real service; shows the times of its sections and
 *       busy answers, with and without overload.
 *   <li>steady claims while Redis is away: the real service goes on, and {@code @Version} decides.
 * </ul>
 *
 * <p>64 clients pay at the payment stub over HTTP. With 1,000 clients payments are a sleep; the stub would dominate the figures.
 *
 * <p>Ends with status 1 if the books of a run are not even, or if those of the control are.
 */
@Command(
        name = "locks",
        description =
                "Ways to lock what many want at a time, side by side, none as the control, and an outage of Redis.",
        mixinStandardHelpOptions = true)
public final class LocksBenchmark implements Callable<Integer> {

    /** Two processors that also run everything else can sustain the first; the others show where the limit is. */
    private static final List<Integer> STEADY_RATES = List.of(50, 100, 200);

    @Parameters(
            index = "0",
            paramLabel = "SECONDS",
            defaultValue = "15",
            description = "how long each run is measured; default ${DEFAULT-VALUE}")
    private int seconds;

    @Parameters(
            index = "1",
            paramLabel = "WARM-UP",
            defaultValue = "12",
            description = "seconds for each way with code of its own; default ${DEFAULT-VALUE}")
    private int warmUp;

    private final Report report = new Report();
    private final Results results = new Results("locks");

    private LocksBenchmark() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        BenchmarkCommand.run(new LocksBenchmark(), arguments);
    }

    @Override
    public Integer call() throws Exception {
        try (EmbeddedInfrastructure servers = DurableServers.start();
                Designs designs = new Designs(servers)) {
            Matrix matrix = new Matrix(Duration.ofSeconds(seconds));
            warmUp(designs);
            for (Workload workload : matrix.workloads()) {
                for (Way way : matrix.ways(workload)) {
                    measure(designs, way, workload);
                }
                say("%n%s%n%s%n", report.speed(workload), report.occupancy(workload));
            }
            for (Way way : Way.values()) {
                measure(designs, way, matrix.scarce);
            }
            say("%n%s%n", report.scarce(matrix.scarce));
            results.plot("rates", report.rates(List.of(matrix.few, matrix.crowd)));
            results.plot("answers", report.answers(matrix.few));
            boolean met = conclude(matrix, pace(designs, matrix));
            return new RedisOutage(servers.redis(), designs.service()).run() && met ? 0 : 1;
        }
    }

    /** Gives the JIT compiler the minute it needs. Only {@code EXCLUSIVE} runs the code that answers busy. */
    private void warmUp(Designs designs) throws Exception {
        Duration payment = Duration.ofMillis(50);
        for (Way way :
                List.of(Way.COUNTED, Way.COUNTED_KAFKA, Way.ACTOR, Way.UNLOCKED, Way.A, Way.VERSION, Way.EXCLUSIVE)) {
            say("warming up for %d s: %s …%n", warmUp, way.title());
            run(designs, way, Workload.of(way == Way.EXCLUSIVE ? 1 : 100, payment, 32, Duration.ofSeconds(warmUp)));
        }
    }

    private void measure(Designs designs, Way way, Workload workload) throws Exception {
        say("%s: %s …", workload.title(), way.title());
        Figures figures = run(designs, way, workload);
        say(
                " %,d completed, %,d oversold%n",
                figures.completed(), figures.audit().oversold());
        report.add(figures);
        results.add("runs", report.all());
    }

    private static Figures run(Designs designs, Way way, Workload workload) throws Exception {
        try (Payments payments = Payments.of(workload);
                Design design = designs.make(way, workload, payments)) {
            return Shop.open(way, workload, design, payments);
        }
    }

    private Paced.Steady pace(Designs designs, Matrix matrix) throws Exception {
        List<Paced.Steady> rates = new ArrayList<>();
        for (int perSecond : STEADY_RATES) {
            say("a steady %d/s …%n", perSecond);
            rates.add(Paced.run(designs.service(), matrix.spread, perSecond));
            results.add("steady", rates);
        }
        say("%n%s%n", Report.steady(rates));
        return rates.getFirst();
    }

    private boolean conclude(Matrix matrix, Paced.Steady steady) throws Exception {
        List<Target> targets = new Targets(report, matrix).compare(steady);
        results.add("targets", targets);
        targets.forEach(target -> say("%s%n", target));
        return targets.stream().filter(Target::isAboutAudit).allMatch(Target::met);
    }
}
