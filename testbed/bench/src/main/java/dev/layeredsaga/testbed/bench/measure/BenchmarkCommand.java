package dev.layeredsaga.testbed.bench.measure;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Runs a benchmark as a command. */
public final class BenchmarkCommand {

    private BenchmarkCommand() {}

    /** Ends with status 0, 1 if the audit of the benchmark fails or something else does, or 2 on misuse. */
    public static void run(Callable<Integer> benchmark, String... arguments) {
        System.exit(new CommandLine(benchmark)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((e, unused) -> misused(e))
                .execute(arguments));
    }

    private static int misused(ParameterException misuse) {
        CommandLine command = misuse.getCommandLine();
        command.getErr().println(command.getCommandName() + ": " + misuse.getMessage());
        return 2;
    }
}
