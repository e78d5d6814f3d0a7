package dev.layeredsaga.orchestrator.engine.due;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DueLoopSettingsTest {

    @ParameterizedTest
    @CsvSource({"PT0S, 200, PT30S", "PT-1S, 200, PT30S", "PT1S, 0, PT30S", "PT1S, 200, PT1S"})
    void refusesWhatMakesNoSense(Duration interval, int batchSize, Duration lockTimeout) {
        assertThatThrownBy(() -> new DueLoopSettings(interval, batchSize, lockTimeout))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("orchestrator.due-loop: ");
    }
}
