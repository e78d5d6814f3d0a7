package dev.layeredsaga.testbed.failures.chaos;

import dev.layeredsaga.testbed.failures.chaos.system.ChaosSettings;
import dev.layeredsaga.testbed.failures.chaos.system.InjectionKind;
import dev.layeredsaga.testbed.failures.chaos.system.Labels;
import dev.layeredsaga.testbed.failures.chaos.system.LayerSwitch;
import dev.layeredsaga.testbed.failures.chaos.system.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LoggingSystem;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Orders of many kinds while things break at random; then everything is mended, and the fourteen invariants are checked from outside.
 * Exits with 0 if all of them hold, 1 if not, 2 on misuse.
 */
@Command(
        name = "chaos",
        description = "Places orders while things break at random, then checks the fourteen invariants.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ChaosAudit implements Callable<Integer> {

    private static final int VIOLATED = 1;
    private static final int MISUSED = 2;
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    @Option(names = "--seed", paramLabel = "N", description = "of orders and injections; drawn and printed if missing")
    private @Nullable Long seed;

    @Option(names = "--orders", paramLabel = "N", defaultValue = "2000", description = "default ${DEFAULT-VALUE}")
    private int orders;

    @Option(
            names = "--duration",
            paramLabel = "DURATION",
            defaultValue = "120s",
            description = "such as 90s or 5m; default ${DEFAULT-VALUE}")
    private String duration = "";

    @Option(
            names = "--calm",
            paramLabel = "DURATION",
            defaultValue = "1s",
            description = "between two injections at least; default ${DEFAULT-VALUE}")
    private String calm = "";

    @Option(
            names = "--instances",
            paramLabel = "N",
            defaultValue = "2",
            description = "of each service; default ${DEFAULT-VALUE}")
    private int instances;

    @Option(
            names = "--recovery-timeout",
            paramLabel = "DURATION",
            defaultValue = "3m",
            description = "for healing; default ${DEFAULT-VALUE}")
    private String recoveryTimeout = "";

    @Option(
            names = "--without",
            split = ",",
            paramLabel = "KIND",
            description = "kinds of injections to leave out, such as stub-kills,webhooks")
    private List<String> without = List.of();

    @Option(
            names = "--sabotage",
            split = ",",
            paramLabel = "LAYER",
            description = "layers of locks to take out: semantic-lock, version, rlock")
    private List<String> disabledLayers = List.of();

    private ChaosAudit() {}

    /** Runs the command and ends the process with its status. */
    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        silenceServers();
        System.exit(execute(arguments));
    }

    /** Nothing of what Kafka logs, which runs in this process. */
    static void silenceServers() {
        LoggingSystem.get(ChaosAudit.class.getClassLoader()).beforeInitialize();
    }

    static int execute(String... arguments) {
        return new CommandLine(new ChaosAudit())
                .setParameterExceptionHandler((e, unused) -> misused(e.getCommandLine(), e.getMessage()))
                .setExecutionExceptionHandler((e, command, unused) ->
                        e instanceof IllegalArgumentException ? misused(command, e.getMessage()) : failed(command, e))
                .execute(arguments);
    }

    private static int misused(CommandLine command, @Nullable String why) {
        PrintWriter err = command.getErr();
        err.println("chaos: " + why);
        err.flush();
        return MISUSED;
    }

    private static int failed(CommandLine command, Exception failure) {
        failure.printStackTrace(command.getErr());
        return VIOLATED;
    }

    @Override
    public Integer call() throws Exception {
        Progress progress = new Progress(System.out);
        ChaosResult result = new ChaosRun(settings(), progress).run();
        progress.say(result.inWords());
        return result.allHold() ? 0 : VIOLATED;
    }

    private ChaosSettings settings() {
        return new ChaosSettings(
                seed == null ? ThreadLocalRandom.current().nextInt(1_000_000) : seed,
                orders,
                parse("--duration", duration),
                parse("--calm", calm),
                instances,
                DEADLINE,
                parse("--recovery-timeout", recoveryTimeout),
                all(without, label -> Labels.parse(InjectionKind.class, label), InjectionKind.class),
                all(disabledLayers, label -> Labels.parse(LayerSwitch.class, label), LayerSwitch.class));
    }

    private static <E extends Enum<E>> Set<E> all(List<String> labels, Function<String, E> parse, Class<E> type) {
        return labels.stream().map(parse).collect(Collectors.toCollection(() -> EnumSet.noneOf(type)));
    }

    private static Duration parse(String option, String text) {
        try {
            return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("%s must be like 90s or 5m, not '%s'".formatted(option, text), e);
        }
    }
}
