package dev.layeredsaga.testbed.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The options of the command line. The launcher applies the same rules before it builds. */
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
final class Options {

    private static final String USAGE =
            "usage: ./run [--once | --infra] [--docker [--observability] | --data FOLDER]; --help says more";
    private static final String DATA_NEEDS_A_FOLDER = "--data needs a folder: ./run --data FOLDER";

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

    /** Uses a system that runs already, at the usual ports. The launcher sets it in place of {@code --docker}. */
    @Option(names = "--attach", hidden = true)
    private boolean attach;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this help")
    private boolean help;

    private Options() {}

    static CommandLine commandLine() {
        return commandLine(new Options());
    }

    private static CommandLine commandLine(Options options) {
        return new CommandLine(options).setUsageHelpWidth(110).setUnmatchedOptionsAllowedAsOptionParameters(false);
    }

    /** @throws UsageException if an argument or a combination is not understood */
    static Options of(List<String> arguments) {
        Options options = new Options();
        try {
            commandLine(options).parseArgs(arguments.toArray(String[]::new));
        } catch (MissingParameterException e) {
            throw new UsageException(DATA_NEEDS_A_FOLDER);
        } catch (UnmatchedArgumentException e) {
            throw new UsageException("'" + e.getUnmatched().getFirst() + "' is not an option; " + USAGE);
        } catch (ParameterException e) {
            throw new UsageException(e.getMessage() + "; " + USAGE);
        }
        options.requireSense();
        return options;
    }

    private void requireSense() {
        require(data == null || !data.toString().isBlank(), DATA_NEEDS_A_FOLDER);
        require(!docker || data == null, "--docker keeps its data in a volume; use --docker or --data FOLDER");
        require(!observability || docker, "--observability needs --docker: ./run --docker --observability");
        require(!infra || !once, "--infra has no demonstration to stop after; use --infra or --once");
        require(
                !infra || !(docker || attach),
                "--infra starts embedded servers; in Docker: docker compose -f docker/compose.yaml up postgres redis kafka payment-stub");
        require(!docker, "--docker is the launcher's: ./run --docker");
        require(!stop, "--stop stands alone: ./run --stop");
        require(!kill, "--kill stands alone: ./run --kill");
    }

    private static void require(boolean sense, String otherwise) {
        if (!sense) {
            throw new UsageException(otherwise);
        }
    }

    boolean once() {
        return once;
    }

    boolean attach() {
        return attach;
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
