package dev.layeredsaga.testbed.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;

/**
 * Drives participants over Kafka and prints a line for each duty that one keeps or breaks. Exits with 0 if all are kept, 1 if not, 2 on
 * misuse.
 */
@Command(
        name = "conformance",
        description = {
            "Drives participants of sagas over Kafka with repeated, late, lost and reordered commands,",
            "and says which of their duties they keep. See docs/writing-a-participant.md."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ConformanceCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "a participant's description")
    private List<Path> files = List.of();

    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            defaultValue = "localhost:${env:KAFKA_PORT:-9092}",
            description = "default localhost:9092, or at KAFKA_PORT")
    private String kafka = "";

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "for each reply; default ${DEFAULT-VALUE}")
    private int timeout;

    @Spec
    private @Nullable CommandSpec spec;

    private ConformanceCommand() {}

    static CommandLine commandLine() {
        return new CommandLine(new ConformanceCommand());
    }

    /** Runs the command and ends the process with its status. */
    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT);
        System.exit(commandLine().execute(args));
    }

    @Override
    public Integer call() {
        if (files.isEmpty()) {
            throw misuse("name a participant's FILE");
        }
        long broken = files.stream().mapToLong(this::brokenDutiesOf).sum();
        return broken == 0 ? 0 : 1;
    }

    private long brokenDutiesOf(Path file) {
        Participant participant = read(file);
        System.out.printf("%s, a step of the participant at %s%n", participant.step(), participant.commands());
        try (KafkaBus bus = new KafkaBus(participant, kafka)) {
            return new Conformance(participant, bus, UUID::randomUUID, Duration.ofSeconds(timeout))
                    .findings()
                    .peek(System.out::println)
                    .filter(finding -> finding.broken() != null)
                    .count();
        }
    }

    private Participant read(Path file) {
        try {
            return Participant.read(Files.readString(file));
        } catch (JacksonException | IOException e) {
            throw misuse("cannot read " + file + ": " + e.getMessage());
        }
    }

    private ParameterException misuse(String what) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), what);
    }
}
