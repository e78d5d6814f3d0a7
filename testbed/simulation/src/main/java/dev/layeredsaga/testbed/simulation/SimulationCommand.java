package dev.layeredsaga.testbed.simulation;

import dev.layeredsaga.testbed.simulation.Simulation.Result;
import dev.layeredsaga.testbed.simulation.bugs.Bug;
import dev.layeredsaga.testbed.simulation.bugs.Hunt;
import dev.layeredsaga.testbed.simulation.shrink.Shrinking;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Simulates sagas under random faults. Exits with 0 if every invariant held, 1 if one did not, 2 on misuse. */
@Command(
        name = "run",
        description = "Simulates sagas under random faults and checks the invariants after every step.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class SimulationCommand implements Callable<Integer> {

    private static final int VIOLATED = 1;
    private static final int MISUSED = 2;
    private static final long PROGRESS_EVERY = Duration.ofSeconds(30).toNanos();

    @Option(
            names = "--sagas",
            paramLabel = "N",
            defaultValue = "100000",
            description = "how many; default ${DEFAULT-VALUE}")
    private long sagas;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "of the first world, the others count on; drawn and printed if missing")
    private @Nullable Long seed;

    @Option(names = "--threads", paramLabel = "N", defaultValue = "2", description = "default ${DEFAULT-VALUE}")
    private int threads;

    @Option(names = "--bug", paramLabel = "NAME", description = "a protection to take out; 'list' names them")
    private @Nullable String bug;

    @Option(names = "--trace", description = "prints everything that happens in the one world of --seed")
    private boolean trace;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private SimulationCommand() {}

    /** Runs the command and ends the process with its status. */
    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.exit(execute(new CommandLine(new SimulationCommand()), arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new SimulationCommand());
    }

    static int execute(CommandLine command, String... arguments) {
        return command.setExecutionExceptionHandler((e, failed, unused) -> {
                    if (e instanceof IllegalArgumentException) {
                        failed.getErr().println(e.getMessage());
                        return MISUSED;
                    }
                    throw e;
                })
                .execute(arguments);
    }

    @Override
    public Integer call() {
        if (sagas < 1 || threads < 1) {
            throw new IllegalArgumentException("--sagas and --threads must be at least 1");
        }
        long first = seed == null ? ThreadLocalRandom.current().nextLong(1_000_000_000) : seed;
        PrintWriter out = spec.commandLine().getOut();
        if ("list".equals(bug)) {
            Bug.ALL.forEach(one -> out.printf("%-26s %s%n", one.name(), one.what()));
            return 0;
        }
        if (bug != null) {
            return hunt(Bug.named(bug), first, out);
        }
        return trace ? traceOne(first, out) : simulate(first, out);
    }

    private int traceOne(long first, PrintWriter out) {
        int world = (int) Math.min(sagas, Campaign.WORLD);
        Result result = Simulation.run(Scenario.of(first, world, Set.of()), out::println);
        out.flush();
        return result.violation() == null ? 0 : VIOLATED;
    }

    private int hunt(Bug wanted, long first, PrintWriter out) {
        Hunt.Found found = Hunt.hunt(wanted, first, sagas, true);
        if (!found.isFound()) {
            out.printf("%s was not found in %d sagas from seed %d%n", wanted.name(), found.sagas(), first);
            out.flush();
            return 0;
        }
        out.printf(
                "%s was found after %d sagas, with seed %d%n%s%n",
                wanted.name(), found.sagas(), found.seed(), found.violation());
        found.shrunk().forEach(out::println);
        out.flush();
        return VIOLATED;
    }

    private int simulate(long first, PrintWriter out) {
        long begun = System.nanoTime();
        AtomicLong reported = new AtomicLong(begun);
        Campaign.Outcome outcome = new Campaign(first, sagas, threads, Set.of()).run(done -> {
            long now = System.nanoTime();
            long before = reported.get();
            if (now - before > PROGRESS_EVERY && reported.compareAndSet(before, now)) {
                out.printf("%d sagas after %d s%n", done, (now - begun) / 1_000_000_000);
                out.flush();
            }
        });
        double seconds = (System.nanoTime() - begun) / 1e9;
        out.printf(
                "%d sagas from seed %d in worlds of %d: %d steps, %d faults, %.1f s, %.0f sagas/s%n",
                outcome.sagas(),
                first,
                Campaign.WORLD,
                outcome.steps(),
                outcome.faults(),
                seconds,
                outcome.sagas() / seconds);
        Result failure = outcome.failure();
        if (failure != null) {
            out.printf("violated in seed %d: %s%n", failure.scenario().seed(), failure.violation());
            new Shrinking(failure).shrink().lines().forEach(out::println);
        } else {
            out.println("every invariant held");
        }
        out.flush();
        return failure == null ? 0 : VIOLATED;
    }
}
