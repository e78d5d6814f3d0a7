package dev.layeredsaga.engine.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.messaging.failure.StartupException;
import dev.layeredsaga.messaging.settings.MessagingProperties;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class RetentionSettingsTest {

    @Test
    void hasDefaults() {
        assertThat(new Binder(new MapConfigurationPropertySource())
                        .bindOrCreate("saga.retention", RetentionSettings.class))
                .isEqualTo(new RetentionSettings(Duration.ofDays(30), Duration.ofHours(1), 500));
    }

    @ParameterizedTest
    @CsvSource({"PT0S, PT1H, 500", "PT-1S, PT1H, 500", "P30D, PT0S, 500", "P30D, PT1H, 0"})
    void refusesWhatMakesNoSense(Duration keep, Duration interval, int batchSize) {
        assertThatThrownBy(() -> new RetentionSettings(keep, interval, batchSize))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("saga.retention: ");
    }

    @Test
    void doesNotStartIfMessagesAreRememberedForLongerThanTheirSagas() {
        RetentionSettings settings = new RetentionSettings(Duration.ofDays(30), Duration.ofHours(1), 500);
        MessagingProperties messaging = new Binder(
                        new MapConfigurationPropertySource(Map.of("messaging.inbox.retention", "30d")))
                .bindOrCreate("messaging", MessagingProperties.class);

        assertThatThrownBy(() -> new RetentionConfiguration(settings, messaging))
                .isInstanceOf(StartupException.class)
                .hasMessage("saga.retention.keep (PT720H) must be longer than messaging.inbox.retention (PT720H)");
    }
}
