package dev.layeredsaga.paymentstub;

import java.io.PrintStream;
import java.util.List;

/** Answers command-line arguments. The only option is {@code --help}; all settings are environment variables. */
final class CommandLine {

    private static final int MISUSED = 2;
    private static final List<String> HELP_OPTIONS = List.of("--help", "-h");

    private CommandLine() {}

    /**
     * Prints the help to {@code out}, or one line to {@code err} that names the first unknown argument.
     *
     * @return the exit status
     */
    static int answer(List<String> arguments, PrintStream out, PrintStream err) {
        for (String argument : arguments) {
            if (!HELP_OPTIONS.contains(argument)) {
                err.println("payment-stub: '" + argument
                        + "' is not an option; settings are environment variables, which --help lists");
                return MISUSED;
            }
        }
        out.print(help());
        return 0;
    }

    private static String help() {
        return """
            Usage: java -jar payment-stub-VERSION-exec.jar [--help]
            A payment gateway that moves no money, fails on demand and keeps a ledger to audit.
            Runs until it is stopped. Environment variables:

              %-28s  port to listen on, 0 for any free one; default %s
              %-28s  address to listen on; default all, without API keys 127.0.0.1
              %-28s  API keys that open it, separated by commas; default none
              %-28s  file of the ledger; default none, in memory
              %-28s  where outcomes are sent from the start; default none
              %-28s  secret that signs them, whsec_...; default none, unsigned

            Without API keys it is open to every program on this machine.

              -h, --help                    show this help

            Exit status: 0 after --help; 1 it cannot start; 2 misuse.
            """.formatted(
                        StubSettings.PORT,
                        StubSettings.DEFAULT_PORT,
                        StubSettings.ADDRESS,
                        StubSettings.API_KEYS,
                        StubSettings.LEDGER,
                        WebhookEnvironment.URL,
                        WebhookEnvironment.SECRET);
    }
}
