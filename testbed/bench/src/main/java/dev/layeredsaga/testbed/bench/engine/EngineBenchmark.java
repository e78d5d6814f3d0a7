package dev.layeredsaga.testbed.bench.engine;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import dev.layeredsaga.testbed.bench.measure.Contest;
import dev.layeredsaga.testbed.bench.service.DurableServers;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;

/**
 * Compares our engine over Kafka, db-scheduler and plain JDBC on one durable PostgreSQL: three steps, reserve, pay and confirm,
 * with durable state. Runs a fixed number of sagas in flight, then a fixed rate. Every run is audited; a saga lost or executed
 * twice ends the benchmark with an error. The figures are medians of five rounds in which the contenders take turns. The argument
 * is the measuring time of each run in seconds; the default of 8 takes about 19 minutes in all.
 */
public final class EngineBenchmark {

    private final Loads loads;
    private final Measuring measuring;
    private final Report report = new Report();

    private EngineBenchmark(Loads loads, Measuring measuring) {
        this.loads = loads;
        this.measuring = measuring;
    }

    public static void main(String[] arguments) throws Exception {
        Loads loads = Loads.of(arguments);
        try (EmbeddedInfrastructure servers = DurableServers.start();
                Connection server = servers.postgres().connect("postgres");
                DbScheduler library = new DbScheduler(servers.postgres());
                PlainJdbc plain = new PlainJdbc(servers.postgres());
                Ours ours = Ours.on(servers)) {
            EngineBenchmark benchmark = new EngineBenchmark(loads, new Measuring(server));
            benchmark.warmUp(List.of(library, plain, ours));
            benchmark.closedLoop(List.of(library, ours, plain));
            benchmark.openLoop(List.of(library, ours));
            benchmark.report.finish();
        }
    }

    /** Warms up all contenders equally long. */
    private void warmUp(List<Contender> contenders) throws Exception {
        say("warming up%n".formatted());
        Duration half = loads.warmUp().dividedBy(2);
        for (Contender contender : contenders) {
            measuring.inFlight(contender, Loads.IN_FLIGHT.get(1), half);
            measuring.inFlight(contender, Loads.IN_FLIGHT.get(0), half);
        }
    }

    private void closedLoop(List<Contender> contenders) throws Exception {
        for (int inFlight : Loads.IN_FLIGHT) {
            Contest<Figures> contest = new Contest<>();
            for (Contender contender : contenders) {
                contest.enter(contender.title(), () -> measuring.inFlight(contender, inFlight, loads.howLong()));
            }
            say("%d in flight%n".formatted(inFlight));
            contest.run(Loads.ROUNDS);
            report.closedLoop(inFlight, contest);
        }
    }

    private void openLoop(List<Contender> contenders) throws Exception {
        for (int perSecond : Loads.PER_SECOND) {
            Contest<Figures> contest = new Contest<>();
            for (Contender contender : contenders) {
                contest.enter(contender.title(), () -> measuring.perSecond(contender, perSecond, loads.steady()));
            }
            say("%d per second%n".formatted(perSecond));
            contest.run(Loads.ROUNDS);
            report.openLoop(perSecond, contest);
        }
    }
}
