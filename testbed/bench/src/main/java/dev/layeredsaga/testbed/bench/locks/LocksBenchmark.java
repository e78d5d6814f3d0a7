package dev.layeredsaga.testbed.bench.locks;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

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
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Compares ways to sell without overselling, and no lock as the control, in one run on one machine.
 *
 * <ul>
 *   <li>One item, payment 300 ms, 64 clients: all contend for the same item.
 *   <li>One item, payment 300 ms, 1,000 clients. With 64 clients that pay for 300 ms each, no way can be more than 64 times as fast as
 *       sequential payments; and the effect of many waiting clients on a design shows only with many.
 *   <li>One item, payment 3 s, 64 clients: designs A and B and {@code FOR UPDATE}, which differ in what they hold across a payment.
 *   <li>200 pieces of one item, payment 30 ms, 64 clients, until they are gone: overselling is possible only with scarce stock.
 * </ul>
 *
 * <p>The designs that the service does not have are a table and a few lines: compared with the service, which takes requests over HTTP,
 * checks tokens and keeps claims, their figures are flattering. 64 clients pay at the payment stub over HTTP. With 1,000 clients payments
 * are a sleep; the stub would dominate the figures.
 *
 * <p>Ends with status 1 if the books of a run are not even, or if those of the control are.
 */
@Command(
        name = "locks",
        description = "Ways to lock what many want at a time, side by side, and none as the control.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class LocksBenchmark implements Callable<Integer> {

    private static final Duration SHORT_PAYMENT = Duration.ofMillis(300);
    private static final Set<Way> HOLDING_ACROSS_PAYMENTS =
            EnumSet.of(Way.A, Way.EXCLUSIVE, Way.COUNTED, Way.FOR_UPDATE);

    @Option(
            names = "--seconds",
            paramLabel = "SECONDS",
            defaultValue = "15",
            description = "how long each run is measured; default ${DEFAULT-VALUE}")
    private int seconds;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "12",
            description = "for each way with code of its own; default ${DEFAULT-VALUE}")
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
        Duration howLong = Duration.ofSeconds(seconds);
        Workload few = Workload.of(1, SHORT_PAYMENT, 64, howLong);
        Workload crowd = Workload.of(1, SHORT_PAYMENT, 1_000, howLong);
        Workload slow = Workload.of(1, Duration.ofSeconds(3), 64, howLong.plusSeconds(9));
        Workload scarce = new Workload(1, 200, Duration.ofMillis(30), 64, Duration.ofSeconds(20));
        try (EmbeddedInfrastructure servers = DurableServers.start();
                Designs designs = new Designs(servers)) {
            warmUp(designs);
            for (Workload workload : List.of(few, crowd, slow, scarce)) {
                for (Way way : workload.equals(slow) ? HOLDING_ACROSS_PAYMENTS : EnumSet.allOf(Way.class)) {
                    measure(designs, way, workload);
                }
                say("%n%s%n", report.of(workload));
            }
            say("sections of the service without their RLock: %d%n", designs.lockTimeouts());
        }
        results.plot("rates", report.rates(List.of(few, crowd)));
        say(
                "oversold, everything but the control: %d; the control: %d: %s%n",
                report.oversold(false), report.oversold(true), report.isSound() ? "sound" : "NOT SOUND");
        return report.isSound() ? 0 : 1;
    }

    /** Gives the JIT compiler the minute it needs. Only {@code EXCLUSIVE} runs the code that answers busy. */
    private void warmUp(Designs designs) throws Exception {
        Duration payment = Duration.ofMillis(50);
        for (Way way : List.of(Way.COUNTED, Way.A, Way.VERSION, Way.EXCLUSIVE)) {
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
}
