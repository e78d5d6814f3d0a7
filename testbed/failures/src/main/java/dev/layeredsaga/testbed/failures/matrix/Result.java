package dev.layeredsaga.testbed.failures.matrix;

import java.time.Duration;
import java.util.List;

/** What came of a case. */
sealed interface Result {

    Case played();

    /** All came out right. */
    record Right(Case played, Duration took) implements Result {}

    record Wrong(Case played, List<String> findings) implements Result {}

    /** It could not be brought about here. */
    record Skipped(Case played, String reason) implements Result {}

    default String inWords() {
        return switch (this) {
            case Right right -> "right, after %.1f s".formatted(right.took().toMillis() / 1000.0);
            case Wrong wrong -> "WRONG: " + String.join("; ", wrong.findings());
            case Skipped skipped -> "skipped: " + skipped.reason();
        };
    }
}
