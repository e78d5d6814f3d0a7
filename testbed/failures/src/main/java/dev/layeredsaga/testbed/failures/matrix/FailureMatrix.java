package dev.layeredsaga.testbed.failures.matrix;

import dev.layeredsaga.testbed.demo.TextTable;
import dev.layeredsaga.testbed.failures.matrix.outcome.Limits;
import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.run.Laboratory;
import dev.layeredsaga.testbed.failures.matrix.run.Result;
import dev.layeredsaga.testbed.failures.matrix.run.TestSystem;
import dev.layeredsaga.testbed.run.ChosenPorts;
import dev.layeredsaga.testbed.run.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LoggingSystem;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The failure matrix as a command. */
@Command(
        name = "matrix",
        description =
                "Makes a system fail in every way, and checks what becomes of its orders. Without options: the system at the"
                        + " usual ports (ORDER_SERVICE_PORT and so on), and the cases for which nothing has to be stopped.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class FailureMatrix implements Callable<Integer> {

    private final Map<String, String> environment;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "CASE", description = "the cases to play; default: all")
    private List<String> names = List.of();

    @Option(names = "--list", description = "show the cases with their stories, and play none")
    private boolean list;

    @Option(names = "--own", description = "start a system of its own, on which everything can be stopped and killed")
    private boolean own;

    @Option(
            names = "--deadline",
            paramLabel = "SECONDS",
            description = "of the running system's sagas; default: ${DEFAULT-VALUE}")
    private int deadline = 120;

    @Option(
            names = "--compensation-timeout",
            paramLabel = "SECONDS",
            description =
                    "how long the running system tries a compensation before it asks for help; default: ${DEFAULT-VALUE}")
    private int compensationTimeout = 300;

    @Option(names = "--write", paramLabel = "FILE", description = "write the results as a page in Markdown")
    private Optional<Path> page = Optional.empty();

    FailureMatrix(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Exits with 0 if all came out right, 1 if anything did not, 2 on misuse. */
    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        LoggingSystem.get(FailureMatrix.class.getClassLoader()).beforeInitialize();
        System.exit(commandLine(System.getenv()).execute(arguments));
    }

    static CommandLine commandLine(Map<String, String> environment) {
        return new CommandLine(new FailureMatrix(environment))
                .setParameterExceptionHandler((e, arguments) -> complain(e.getCommandLine(), e, 2))
                .setExecutionExceptionHandler((e, command, parsed) -> complain(command, e, 1));
    }

    private static int complain(CommandLine command, Exception problem, int status) {
        command.getErr().println("matrix: " + problem.getMessage());
        return status;
    }

    @Override
    public Integer call() throws IOException {
        Matrix matrix = Matrix.whole();
        List<Case> chosen = chosenOf(matrix);
        if (list) {
            out().print(table(chosen, "needs", wanted -> wanted.onOwnSystem() ? "--own" : "", wanted -> wanted));
            return 0;
        }
        List<Result> results = play(matrix, chosen);
        if (page.isPresent()) {
            Files.writeString(page.get(), new Page(results).of(matrix, limits()));
        }
        return summary(results);
    }

    private List<Case> chosenOf(Matrix matrix) {
        try {
            return matrix.named(names);
        } catch (IllegalArgumentException e) {
            throw misuse(e);
        }
    }

    private ParameterException misuse(Exception problem) {
        return new ParameterException(command(), String.valueOf(problem.getMessage()));
    }

    private Limits limits() {
        return own
                ? Laboratory.LIMITS
                : new Limits(Duration.ofSeconds(deadline), Duration.ofSeconds(compensationTimeout));
    }

    private List<Result> play(Matrix matrix, List<Case> chosen) {
        try (TestSystem tested = own ? ownSystem() : runningSystem()) {
            return matrix.play(tested, chosen);
        }
    }

    private TestSystem ownSystem() {
        out().println("  starting a system …");
        return TestSystem.ofItsOwn(this::say);
    }

    private TestSystem runningSystem() {
        try {
            ChosenPorts ports = new ChosenPorts(environment);
            String kafka = "localhost:" + ports.infrastructure().kafka();
            return TestSystem.running(ports.addresses(), kafka, limits(), this::say);
        } catch (UsageException e) {
            throw misuse(e);
        }
    }

    private void say(Result result) {
        out().println("  " + result.played().name() + ": " + result.inWords());
        out().flush();
    }

    private static <T> TextTable table(
            List<T> rows, String last, Function<T, String> inLast, Function<T, Case> caseOf) {
        TextTable table = new TextTable("case", "what goes wrong", "what must come of it", last);
        for (T row : rows) {
            Case shown = caseOf.apply(row);
            table.row(
                    shown.name(), shown.description(), shown.expected().ending().inWords(), inLast.apply(row));
        }
        return table;
    }

    private int summary(List<Result> results) {
        long wrong = results.stream().filter(Result.Wrong.class::isInstance).count();
        long skipped = results.stream().filter(Result.Skipped.class::isInstance).count();
        out().print(table(results, "result", Result::inWords, Result::played));
        out().printf(Locale.ROOT, "%d right, %d wrong, %d skipped%n", results.size() - wrong - skipped, wrong, skipped);
        out().flush();
        return wrong == 0 ? 0 : 1;
    }

    private PrintWriter out() {
        return command().getOut();
    }

    private CommandLine command() {
        if (spec == null) {
            throw new IllegalStateException("not run by its command line");
        }
        return spec.commandLine();
    }
}
