package dev.layeredsaga.testbed.failures.chaos;

import java.io.PrintStream;

/** Tells people how far it has come. */
final class Progress {

    private final PrintStream out;

    Progress(PrintStream out) {
        this.out = out;
    }

    void say(String line) {
        out.println(line);
        out.flush();
    }
}
