package dev.layeredsaga.testbed.failures.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.failures.matrix.outcome.Limits;
import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.run.Laboratory;
import dev.layeredsaga.testbed.failures.matrix.run.Result;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageTest {

    private static final Limits LIMITS = new Limits(Duration.ofSeconds(50), Duration.ofSeconds(40));

    private final Matrix matrix = Matrix.whole();
    private final Case ok = matrix.cases().getFirst();

    @Test
    void isTheSameHoweverLongItTook() {
        assertThat(page(new Result.Right(ok, Duration.ofMillis(1))))
                .isEqualTo(page(new Result.Right(ok, Duration.ofSeconds(9))));
    }

    @Test
    void isAnotherOneWhenSomethingCameOutWrong() {
        assertThat(page(new Result.Wrong(ok, List.of("captured 2 times"))))
                .isNotEqualTo(page(new Result.Right(ok, Duration.ZERO)))
                .contains("**WRONG**: captured 2 times");
    }

    @Test
    void isAnotherOneWhenACaseWasNotPlayed() {
        assertThat(page(new Result.Skipped(ok, "no gateway"))).contains("not played: no gateway");
    }

    @Test
    void saysWhatCameOfACaseInOneRow() {
        assertThat(page(new Result.Right(ok, Duration.ZERO)))
                .contains("| `pm_ok` | nothing | confirmed | captured | 1 sold"
                        + " | started › reserved › captured › confirmed | 1 / 0 / 0 | 40 s |");
    }

    @Test
    void leavesOutPartsOfWhichNothingWasPlayed() {
        assertThat(page(new Result.Right(ok, Duration.ZERO)))
                .contains("## The gateway fails one order")
                .doesNotContain("## A process is frozen");
    }

    @Test
    void isThePublishedOneWhenAllCameOutRight() {
        List<Result> right = matrix.cases().stream()
                .<Result>map(played -> new Result.Right(played, Duration.ZERO))
                .toList();

        assertThat(Path.of("..", "..", "docs", "failure-matrix.md"))
                .hasContent(new Page(right).of(matrix, Laboratory.LIMITS));
    }

    private String page(Result result) {
        return new Page(List.of(result)).of(matrix, LIMITS);
    }
}
