package dev.layeredsaga.testbed.run;

import java.time.Duration;
import java.util.Locale;

/** One line for everything that is ready, with the time it took. */
final class Progress {

    private final long begin = System.nanoTime();

    void ready(String part, Duration took) {
        say(String.format(Locale.ROOT, "  %-18s %6.1f s", part, took.toMillis() / 1000.0));
    }

    void say(String line) {
        System.out.println(line);
    }

    /** Since this program began. */
    String elapsed() {
        return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - begin) / 1e9);
    }
}
