package dev.layeredsaga.testbed.run;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * What was asked for on the command line.
 *
 * @param once stop when the demonstration is over
 * @param attach use a system that runs already, at the usual ports
 * @param data where to keep the databases, the log of Kafka and the stub's ledger; temporary if empty
 */
record Options(boolean once, boolean attach, Optional<Path> data) {

    static final String USAGE = "usage: ./run [--once] [--docker | --data DIR]";

    /** @throws UsageException if an argument is not understood */
    static Options of(List<String> arguments) {
        Queue<String> rest = new ArrayDeque<>(arguments);
        Options options = new Options(false, false, Optional.empty());
        while (!rest.isEmpty()) {
            options = options.with(rest.remove(), rest);
        }
        return options;
    }

    private Options with(String argument, Queue<String> rest) {
        return switch (argument) {
            case "--once" -> new Options(true, attach, data);
            case "--attach" -> new Options(once, true, data);
            case "--data" -> new Options(once, attach, Optional.of(directory(rest.poll())));
            default -> throw new UsageException("'" + argument + "' is not an option; " + USAGE);
        };
    }

    private static Path directory(@Nullable String argument) {
        if (argument == null || argument.isBlank()) {
            throw new UsageException("--data needs a directory; " + USAGE);
        }
        return Path.of(argument).toAbsolutePath();
    }
}
