package dev.layeredsaga.testbed.run;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The options of the command line.
 *
 * @param once stop when the demonstration is over
 * @param attach use a system that runs already, at the usual ports
 * @param infra start the servers and the payment stub alone
 * @param data where to keep the databases, the log of Kafka and the stub's ledger; temporary if empty
 */
record Options(boolean once, boolean attach, boolean infra, Optional<Path> data) {

    static final String USAGE = "usage: ./run [--once | --infra] [--docker | --data FOLDER]";

    /** @throws UsageException if an argument is not understood */
    static Options of(List<String> arguments) {
        Queue<String> rest = new ArrayDeque<>(arguments);
        Options options = new Options(false, false, false, Optional.empty());
        while (!rest.isEmpty()) {
            options = options.with(rest.remove(), rest);
        }
        if (options.infra && (options.once || options.attach)) {
            throw new UsageException("--infra has no demonstration and uses no other system; " + USAGE);
        }
        return options;
    }

    private Options with(String argument, Queue<String> rest) {
        return switch (argument) {
            case "--once" -> new Options(true, attach, infra, data);
            case "--attach" -> new Options(once, true, infra, data);
            case "--infra" -> new Options(once, attach, true, data);
            case "--data" -> new Options(once, attach, infra, Optional.of(directory(rest.poll())));
            default -> throw new UsageException("'" + argument + "' is not an option; " + USAGE);
        };
    }

    private static Path directory(@Nullable String argument) {
        if (argument == null || argument.isBlank() || argument.startsWith("-")) {
            throw new UsageException("--data needs a folder; " + USAGE);
        }
        return Path.of(argument).toAbsolutePath();
    }
}
