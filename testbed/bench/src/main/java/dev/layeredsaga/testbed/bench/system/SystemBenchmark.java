package dev.layeredsaga.testbed.bench.system;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import dev.layeredsaga.testbed.bench.measure.BenchmarkCommand;
import dev.layeredsaga.testbed.bench.measure.Contest;
import dev.layeredsaga.testbed.bench.measure.Results;
import dev.layeredsaga.testbed.bench.measure.Table;
import dev.layeredsaga.testbed.bench.service.Programs;
import dev.layeredsaga.testbed.bench.service.SeparateServers;
import dev.layeredsaga.testbed.process.SeparateSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Measures orders from the HTTP API to the last event, with every part a process of its own on this machine: this project's system,
 * and an ordinary one in the same run. They take turns, load by load; the other one is idle meanwhile. Ends with status 1 if the
 * books of a system are not sound.
 */
@Command(
        name = "system",
        description = "Orders through whole systems, from HTTP to the last event: ours and an ordinary one, in turn.",
        footer = {"", "BENCH_JVM_OPTIONS has further options of the services' JVMs."},
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class SystemBenchmark implements Callable<Integer> {

    private static final int WARM_UP_LOAD = 512;

    /** The warm-up ends after two minutes in a row that do not exceed the best rate before them by this factor. */
    private static final double STILL_RISING = 1.02;

    private static final int MINUTES_WITHOUT_RISE = 2;
    private static final Duration REST = Duration.ofSeconds(10);

    @Option(
            names = "--seconds",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "of each run; default ${DEFAULT-VALUE}")
    private int seconds;

    @Option(
            names = "--repeats",
            paramLabel = "N",
            defaultValue = "3",
            description = "runs of each load; default ${DEFAULT-VALUE}")
    private int repeats;

    @Option(
            names = "--warm-up",
            paramLabel = "MINUTES",
            defaultValue = "8",
            description = "at most, for each system; default ${DEFAULT-VALUE}")
    private int warmUp;

    @Option(
            names = "--loads",
            paramLabel = "LOAD",
            split = ",",
            converter = LoadSpec.Reader.class,
            defaultValue = "10/s,50/s,32,512,half",
            description = "orders under way, rates, or half of the best; default ${DEFAULT-VALUE}")
    private List<LoadSpec> loads = List.of();

    @Option(names = "--only", paramLabel = "SYSTEM", description = "ours or ordinary")
    private @Nullable Only only;

    @Option(
            names = "--programs",
            paramLabel = "FOLDER",
            description = "ours are FOLDER/PROGRAM/application.jar, such as another commit's")
    private @Nullable Path programs;

    @Option(
            names = "--scaling",
            description = "our CPU time an order with 3, 2 and 1 instances of each service instead")
    private boolean scaling;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "60",
            description = "orders a second for each instance, with --scaling; default ${DEFAULT-VALUE}")
    private int rate;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec command;

    private enum Only {
        OURS,
        ORDINARY
    }

    private final Results results = new Results("system");
    private final Map<Peer, Double> best = new HashMap<>();

    private SystemBenchmark() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        BenchmarkCommand.run(new SystemBenchmark(), arguments);
    }

    @Override
    public Integer call() throws Exception {
        verify();
        if (programs != null) {
            Programs.from(programs);
        }
        List<Function<SeparateServers, Peer>> systems = new ArrayList<>();
        if (scaling || only != Only.ORDINARY) {
            systems.add(Ours::new);
        }
        if (!scaling && only != Only.OURS) {
            systems.add(Ordinary::new);
        }
        try (Stand stand = Stand.open(systems)) {
            if (scaling) {
                new Scaling(stand, results, rate).measure(Duration.ofSeconds(seconds), repeats, warmUp);
            } else {
                measure(stand);
            }
            return stand.audit() ? 0 : 1;
        }
    }

    private void verify() {
        if (seconds < 1 || repeats < 1 || rate < 1 || warmUp < 0) {
            throw new ParameterException(
                    command.commandLine(), "--seconds, --repeats and --rate must be at least 1, --warm-up at least 0");
        }
        if (programs != null && !Files.isDirectory(programs.resolve(SeparateSystem.STUB))) {
            throw new ParameterException(
                    command.commandLine(), "--programs: there is no " + programs.resolve(SeparateSystem.STUB));
        }
        int half = loads.indexOf(new LoadSpec.Half());
        if (half >= 0 && loads.subList(0, half).stream().noneMatch(LoadSpec.UnderWay.class::isInstance)) {
            throw new ParameterException(command.commandLine(), "--loads: half needs a number under way before it");
        }
    }

    private void measure(Stand stand) throws Exception {
        warmUp(stand);
        rest(stand);
        List<Table> tables = new ArrayList<>();
        for (LoadSpec spec : loads) {
            Contest<Run> contest = new Contest<>();
            for (Peer peer : stand.peers()) {
                contest.enter(peer.title(), () -> run(stand, peer, spec));
            }
            contest.run(repeats);
            results.add(spec.toString(), contest.rounds());
            tables.add(Run.table(spec.toString(), contest));
            for (int i = 0; i < stand.peers().size(); i++) {
                double rates =
                        contest.entrants().get(i).median(run -> run.load().perSecond());
                best.merge(stand.peers().get(i), rates, Math::max);
            }
        }
        tables.forEach(table -> say("%n%s", table));
    }

    private Run run(Stand stand, Peer peer, LoadSpec spec) throws Exception {
        return stand.run(peer, spec.toString(), spec, best.getOrDefault(peer, 0.0), Duration.ofSeconds(seconds));
    }

    /** Gives every system the same number of minutes, in turn, until none gets faster. */
    private void warmUp(Stand stand) throws Exception {
        Map<Peer, Double> fastest = new HashMap<>();
        int flat = 0;
        for (int minute = 1; flat < MINUTES_WITHOUT_RISE && minute <= warmUp; minute++) {
            flat++;
            for (Peer peer : stand.peers()) {
                LoadSpec spec = new LoadSpec.UnderWay(WARM_UP_LOAD);
                double now = stand.run(peer, "warm-up " + minute, spec, 0, Duration.ofMinutes(1))
                        .load()
                        .perSecond();
                if (now > fastest.getOrDefault(peer, 0.0) * STILL_RISING) {
                    fastest.put(peer, now);
                    flat = 0;
                }
            }
        }
    }

    /** Shows what the systems cost while idle: that is in the figures of the other one. */
    private void rest(Stand stand) throws Exception {
        Table table = new Table("idle, ms of CPU a second", "services", "PostgreSQL", "Redis", "Kafka", "payment stub");
        for (Peer peer : stand.peers()) {
            Parts.Cost cost = stand.rest(peer, REST);
            table.row(
                    peer.title(),
                    Parts.SERVICES.stream()
                            .mapToDouble(name -> perSecond(cost.of(name)))
                            .sum(),
                    perSecond(cost.of("PostgreSQL")),
                    perSecond(cost.of("Redis")),
                    perSecond(cost.of("Kafka")),
                    perSecond(cost.of("payment stub")));
            results.add("idle, " + peer.title(), cost);
        }
        say("%n%s(the servers' columns are of all systems together)%n%n", table);
    }

    private static double perSecond(Duration cpu) {
        return cpu.toNanos() / 1e6 / REST.toSeconds();
    }
}
