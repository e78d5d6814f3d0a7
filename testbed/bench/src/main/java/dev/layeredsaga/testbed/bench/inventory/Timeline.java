package dev.layeredsaga.testbed.bench.inventory;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Answers by the second in which they arrived, from its creation on; later ones count for the last second. Thread-safe. */
final class Timeline {

    private final long begin = System.nanoTime();
    private final List<Second> seconds;

    Timeline(Duration howLong) {
        seconds = Stream.generate(Second::new).limit(howLong.toSeconds()).toList();
    }

    /** @param asked the time of the request, by {@link System#nanoTime} */
    void answered(long asked, int status) {
        now().answered(System.nanoTime() - asked, status);
    }

    void lost() {
        now().lost();
    }

    private Second now() {
        long elapsed = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
        return seconds.get((int) Math.min(elapsed, seconds.size() - 1));
    }

    Second second(int number) {
        return seconds.get(number);
    }
}
