package dev.layeredsaga.testbed.failures.matrix.run;

import java.time.Duration;
import java.util.List;

/** The result of a case. */
public sealed interface Result {

    Case played();

    /** All came out right. */
    record Right(Case played, Duration took) implements Result {}

    record Wrong(Case played, List<String> findings) implements Result {}

    /** A case that cannot run here. */
    record Skipped(Case played, String reason) implements Result {}

    default String inWords() {
        return switch (this) {
            case Right right -> "right, after %.1f s".formatted(right.took().toMillis() / 1000.0);
            case Wrong wrong -> "WRONG: " + String.join("; ", wrong.findings());
            case Skipped skipped -> "skipped: " + skipped.reason();
        };
    }
}
