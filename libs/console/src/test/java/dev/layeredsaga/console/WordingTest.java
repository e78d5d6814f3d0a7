package dev.layeredsaga.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WordingTest {

    @Test
    void namesTheTwoLargestUnits() {
        assertThat(Wording.duration(Duration.ofMillis(250))).isEqualTo("250 ms");
        assertThat(Wording.duration(Duration.ofSeconds(59))).isEqualTo("59 s");
        assertThat(Wording.duration(Duration.ofMinutes(12))).isEqualTo("12 min");
        assertThat(Wording.duration(Duration.ofMinutes(125))).isEqualTo("2 h 5 min");
        assertThat(Wording.duration(Duration.ofSeconds(104))).isEqualTo("1 min 44 s");
        assertThat(Wording.duration(Duration.ofHours(50))).isEqualTo("2 d 2 h");
        assertThat(Wording.duration(Duration.ofSeconds(-3))).isEqualTo("0 ms");
    }

    @Test
    void writesTimesInUtcAndNothingForNone() {
        assertThat(Wording.time(Instant.parse("2026-11-25T04:05:06.789Z"))).isEqualTo("2026-11-25 04:05:06 UTC");
        assertThat(Wording.exactTime(Instant.parse("2026-11-25T04:05:06.789Z")))
                .isEqualTo("2026-11-25 04:05:06.789 UTC");
        assertThat(Wording.time(null)).isEmpty();
    }

    @Test
    void countsOneAndMany() {
        assertThat(Wording.count(1, "saga")).isEqualTo("1 saga");
        assertThat(Wording.count(0, "saga")).isEqualTo("0 sagas");
    }
}
