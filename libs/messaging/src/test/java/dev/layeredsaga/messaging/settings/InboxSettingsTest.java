package dev.layeredsaga.messaging.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.messaging.settings.MessagingProperties.InboxSettings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class InboxSettingsTest {

    @Test
    void deletesExpiredEntriesEveryTenMinutesByDefault() {
        assertThat(bound(Map.of())).isEqualTo(new InboxSettings(Duration.ofDays(8), Duration.ofMinutes(10)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0s", "-1s"})
    void refusesAnIntervalThatIsNone(String interval) {
        assertThatThrownBy(() -> bound(Map.of("interval", interval)))
                .rootCause()
                .hasMessageStartingWith("messaging.inbox.interval must be positive");
    }

    private static InboxSettings bound(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings)).bindOrCreate("", InboxSettings.class);
    }
}
