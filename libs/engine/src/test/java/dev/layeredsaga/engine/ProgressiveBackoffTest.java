package dev.layeredsaga.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressiveBackoffTest {

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
        assertThat(ProgressiveBackoff.after(waited)).isEqualTo(pause);
    }
}
