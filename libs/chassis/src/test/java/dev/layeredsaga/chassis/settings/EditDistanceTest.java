package dev.layeredsaga.chassis.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditDistanceTest {

    @ParameterizedTest
    @CsvSource({
        "wait, wait, 0",
        "wait, wai, 1",
        "wait, waits, 1",
        "wait, want, 1",
        "wait, wiat, 2",
        "'', wait, 4",
        "keep, '', 4",
        "kitten, sitting, 3"
    })
    void countsInsertionsDeletionsAndReplacements(String from, String to, int distance) {
        assertThat(KnownSettings.editDistance(from, to)).isEqualTo(distance);
        assertThat(KnownSettings.editDistance(to, from)).isEqualTo(distance);
    }
}
