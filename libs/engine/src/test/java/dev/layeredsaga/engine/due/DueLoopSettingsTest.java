package dev.layeredsaga.engine.due;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class DueLoopSettingsTest {

    @Test
    void hasDefaults() {
        assertThat(new Binder(new MapConfigurationPropertySource())
                        .bindOrCreate("saga.due-loop", DueLoopSettings.class))
                .isEqualTo(new DueLoopSettings(Duration.ofMillis(100), 200, Duration.ofSeconds(30)));
    }

    @ParameterizedTest
    @CsvSource({"PT0S, 200, PT30S", "PT-1S, 200, PT30S", "PT1S, 0, PT30S", "PT1S, 200, PT1S"})
    void refusesWhatMakesNoSense(Duration interval, int batchSize, Duration lockTimeout) {
        assertThatThrownBy(() -> new DueLoopSettings(interval, batchSize, lockTimeout))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("saga.due-loop: ");
    }
}
