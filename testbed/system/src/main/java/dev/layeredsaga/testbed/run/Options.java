package dev.layeredsaga.testbed.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of the command line. The launcher refuses what makes no sense before it builds. */
@Command(
        name = "./run",
        sortOptions = false,
        customSynopsis = {
            "./run [--once] [--docker [--observability] | --data FOLDER]",
            "       ./run --infra [--data FOLDER]",
            "       ./run --stop | --kill"
        },
        description = {
            "Builds what is not built, starts PostgreSQL, Redis, Kafka and the services, places the demonstration orders and serves until"
                    + " Ctrl-C. Needs a JDK 25; runs on Linux, macOS and WSL.",
            ""
        },
        footer = {
            "",
            "Ports: ORDER_SERVICE_PORT (8080), SAGA_ORCHESTRATOR_PORT (8081), INVENTORY_SERVICE_PORT (8082), PAYMENT_STUB_PORT (8083),"
                    + " IDENTITY_PROVIDER_PORT (8084, with --docker), POSTGRES_PORT (5432), REDIS_PORT (6379), KAFKA_PORT (9092).",
            "",
            "Exit status: 0 every order ended as it should; 1 one did not, or something failed; 2 misuse."
        })
@SuppressWarnings("UnusedVariable") // some options are the launcher's alone
final class Options {

    @Option(names = "--once", description = "stop when the demonstration is over")
    private boolean once;

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description = "keep the databases, Kafka's log and the ledger; without it nothing is left behind")
    private @Nullable Path data;

    @Option(names = "--docker", description = "start docker/compose.yaml instead")
    private boolean docker;

    @Option(names = "--observability", description = "with --docker: Prometheus, Grafana and Jaeger as well")
    private boolean observability;

    @Option(
            names = "--infra",
            description = "start the servers and the payment stub alone, for services started from an IDE")
    private boolean infra;

    @Option(
            names = "--stop",
            description = "stop what ./run has started from this folder without --docker, and wait for it")
    private boolean stop;

    @Option(names = "--kill", description = "end it at once, as a crash would; its servers follow")
    private boolean kill;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this help")
    private boolean help;

    private Options() {}

    /** @param launched by {@code ./run}; what only that can do is no option of the released jar */
    static CommandLine commandLine(boolean launched) {
        return commandLine(new Options(), launched);
    }

    private static CommandLine commandLine(Options options, boolean launched) {
        CommandLine line =
                new CommandLine(options).setUsageHelpWidth(110).setUnmatchedOptionsAllowedAsOptionParameters(false);
        if (!launched) {
            CommandSpec spec = line.getCommandSpec();
            Stream.of("--docker", "--observability", "--infra", "--stop", "--kill")
                    .forEach(name -> spec.remove(spec.findOption(name)));
            spec.usageMessage()
                    .customSynopsis("java -jar layered-saga-VERSION.jar [--once] [--data FOLDER]")
                    .description(
                            "Starts PostgreSQL, Redis, Kafka and the services, places the demonstration orders and serves until"
                                    + " Ctrl-C.",
                            "");
        }
        return line;
    }

    /** @throws UsageException if an argument is not understood */
    static Options of(List<String> arguments, boolean launched) {
        Options options = new Options();
        try {
            commandLine(options, launched).parseArgs(arguments.toArray(String[]::new));
        } catch (ParameterException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
        return options;
    }

    boolean once() {
        return once;
    }

    /** Returns true for a system that the launcher has started in containers, at the usual ports. */
    boolean docker() {
        return docker;
    }

    boolean infra() {
        return infra;
    }

    boolean help() {
        return help;
    }

    /** Returns where to keep the databases, the log of Kafka and the stub's ledger; temporary if empty. */
    Optional<Path> data() {
        return Optional.ofNullable(data).map(Path::toAbsolutePath);
    }
}
