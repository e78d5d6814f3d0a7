package dev.layeredsaga.testbed.bench.measure;

import static java.util.Locale.ROOT;

/** The terminal. */
public final class Console {

    private Console() {}

    /** Prints at once, without a line's end of its own. */
    @SuppressWarnings({"SystemOut", "AnnotateFormatMethod"})
    public static void say(String format, Object... arguments) {
        System.out.printf(ROOT, format, arguments);
        System.out.flush();
    }
}
