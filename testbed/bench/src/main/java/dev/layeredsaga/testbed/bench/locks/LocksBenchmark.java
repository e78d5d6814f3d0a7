package dev.layeredsaga.testbed.bench.locks;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import dev.layeredsaga.testbed.bench.locks.Matrix.Cell;
import dev.layeredsaga.testbed.bench.locks.Targets.Target;
import dev.layeredsaga.testbed.bench.measure.Results;
import dev.layeredsaga.testbed.bench.service.DurableServers;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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
 * <p>The argument is the measuring time of each run in seconds, default 15. Ends with status 1 if the books of a run are not
 * even, or if those of the control are.
 */
public final class LocksBenchmark {

    private static final int DEFAULT_SECONDS = 15;

    /** Two processors that also run everything else can sustain the first; the others show where the limit is. */
    private static final List<Integer> STEADY_RATES = List.of(50, 100, 200);

    private static final Duration WARM_UP = Duration.ofSeconds(12);

    private final Designs designs;
    private final Matrix matrix;
    private final Report report = new Report();
    private final Results results = new Results("locks");

    private LocksBenchmark(Designs designs, Matrix matrix) {
        this.designs = designs;
        this.matrix = matrix;
    }

    public static void main(String[] arguments) throws Exception {
        Duration cell = Duration.ofSeconds(arguments.length == 0 ? DEFAULT_SECONDS : Integer.parseInt(arguments[0]));
        boolean sound;
        try (var servers = DurableServers.start()) {
            sound = measure(servers, new Matrix(cell));
        }
        System.exit(sound ? 0 : 1);
    }

    private static boolean measure(Infrastructure servers, Matrix matrix) throws Exception {
        try (Designs designs = new Designs(servers)) {
            return new LocksBenchmark(designs, matrix).run();
        }
    }

    private boolean run() throws Exception {
        warmUp();
        for (Workload workload : matrix.workloads()) {
            measureAll(workload);
            say("%n%s%n%s%n".formatted(report.speed(workload), report.occupancy(workload)));
        }
        for (Way way : Way.values()) {
            measure(way, matrix.scarce);
        }
        say("%n%s%n".formatted(report.scarce(matrix.scarce)));
        plot();
        boolean met = conclude(pace());
        return designs.outage().run() && met;
    }

    /** Gives the JIT compiler the minute it needs. Only {@code EXCLUSIVE} runs the code that answers busy. */
    private void warmUp() throws Exception {
        for (Way way : List.of(Way.COUNTED, Way.COUNTED_KAFKA, Way.ACTOR, Way.UNLOCKED, Way.A, Way.VERSION)) {
            warmUp(way, Workload.spread(100, Duration.ofMillis(50), 32, WARM_UP));
        }
        warmUp(Way.EXCLUSIVE, Workload.hot(Duration.ofMillis(50), 32, WARM_UP));
    }

    private void warmUp(Way way, Workload workload) throws Exception {
        say("warming up for %d s: %s …%n".formatted(WARM_UP.toSeconds(), way.title()));
        run(way, workload);
    }

    private void measureAll(Workload workload) throws Exception {
        for (Cell cell : matrix.cells()) {
            if (cell.workload().equals(workload)) {
                measure(cell.way(), workload);
            }
        }
    }

    private void measure(Way way, Workload workload) throws Exception {
        say("%s: %s …".formatted(workload.title(), way.title()));
        Figures figures = run(way, workload);
        say(" %,d completed, %,d oversold%n"
                .formatted(figures.completed(), figures.audit().oversold()));
        report.add(figures);
        results.add("runs", report.all());
    }

    private Figures run(Way way, Workload workload) throws Exception {
        try (Payments payments = Payments.of(workload);
                Design design = designs.make(way, workload, payments)) {
            return Shop.open(way, workload, design, payments);
        }
    }

    /** Returns the figures of the lowest rate. */
    private Paced.Steady pace() throws Exception {
        List<Paced.Steady> rates = new ArrayList<>();
        for (int perSecond : STEADY_RATES) {
            say("a steady %d/s …%n".formatted(perSecond));
            rates.add(Paced.run(designs.service(), matrix.spread, perSecond));
            results.add("steady", rates);
        }
        say("%n%s%n".formatted(Report.steady(rates)));
        return rates.getFirst();
    }

    private void plot() throws Exception {
        results.plot("rates", report.rates(List.of(matrix.few, matrix.crowd)));
        results.plot("answers", report.answers(matrix.few));
    }

    private boolean conclude(Paced.Steady steady) throws Exception {
        List<Target> targets = Targets.of(report, matrix, steady);
        results.add("targets", targets);
        targets.forEach(target -> say(target + "%n".formatted()));
        return targets.stream().filter(Target::isAboutAudit).allMatch(Target::met);
    }
}
