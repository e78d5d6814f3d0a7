package dev.layeredsaga.orchestrator.engine.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class RetentionSettingsTest {

    @Test
    void hasDefaults() {
        assertThat(new Binder(new MapConfigurationPropertySource())
                        .bindOrCreate("orchestrator.retention", RetentionSettings.class))
                .isEqualTo(new RetentionSettings(Duration.ofDays(30), Duration.ofHours(1), 500));
    }

    @ParameterizedTest
    @CsvSource({"PT0S, PT1H, 500", "PT-1S, PT1H, 500", "P30D, PT0S, 500", "P30D, PT1H, 0"})
    void refusesWhatMakesNoSense(Duration keep, Duration interval, int batchSize) {
        assertThatThrownBy(() -> new RetentionSettings(keep, interval, batchSize))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("orchestrator.retention: ");
    }
}
