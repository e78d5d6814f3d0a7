package dev.layeredsaga.engine.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {

    @ParameterizedTest
    @CsvSource({
        "PT0S, PT0S",
        "PT0.001S, PT0.001S",
        "PT1S, PT0.1S",
        "PT10S, PT1S",
        "PT30S, PT3S",
        "PT2M, PT12S",
        "PT2M0.001S, PT30S",
        "PT3M, PT30S",
        "PT24H, PT30S",
        "PT-1S, PT0S"
    })
    void waitsATenthOfTheTimeWaitedSoFarAndThirtySecondsAfterTwoMinutes(Duration waited, Duration pause) {
        assertThat(Backoff.progressive().after(waited, 1)).isEqualTo(pause);
    }

    @Test
    void isDoubledUpToTheLongest() {
        Backoff backoff = Backoff.exponential(Duration.ofSeconds(2), Duration.ofSeconds(15));

        assertThat(IntStream.of(0, 1, 2, 3, 4, Integer.MAX_VALUE)
                        .mapToObj(attempts ->
                                backoff.after(Duration.ofDays(1), attempts).toSeconds()))
                .containsExactly(2L, 2L, 4L, 8L, 15L, 15L);
        assertThat(backoff).hasToString("pauses from 2s doubled up to 15s");
    }

    /** A longer one could not be distinguished from a timer that has been lost. */
    @Test
    void isNeverLongerThanAnHour() {
        assertThat(Backoff.fixed(Duration.ofMinutes(59)).after(Duration.ZERO, 1))
                .isEqualTo(Duration.ofMinutes(59));
        assertThat(Backoff.fixed(Duration.ofDays(1)).after(Duration.ZERO, 1)).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void isPositive() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Backoff.fixed(Duration.ZERO))
                .withMessage("a pause must be positive: PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Backoff.exponential(Duration.ofSeconds(-1), Duration.ofSeconds(1)));
    }
}
