package dev.layeredsaga.testbed.bench.measure;

/** The terminal. */
public final class Console {

    private Console() {}

    /** Prints at once. */
    @SuppressWarnings("SystemOut")
    public static void say(String text) {
        System.out.print(text);
        System.out.flush();
    }
}
