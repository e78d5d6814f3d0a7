package dev.layeredsaga.testbed.failures.chaos.system;

import java.io.PrintStream;

/** Prints how far it has come. */
public final class Progress {

    private final PrintStream out;

    public Progress(PrintStream out) {
        this.out = out;
    }

    public void say(String line) {
        out.println(line);
        out.flush();
    }
}
