package dev.layeredsaga.messaging.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.messaging.settings.MessagingProperties.TopicSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class TopicSettingsTest {

    @Test
    void leavesReplicationToTheBrokerByDefault() {
        TopicSettings settings = bound(Map.of());

        assertThat(settings.replicationFactor()).isNull();
        assertThat(settings.minInSyncReplicas()).isNull();
    }

    @Test
    void takesAsManyReplicasInSyncAsThereAre() {
        TopicSettings settings = bound(Map.of("replication-factor", "3", "min-in-sync-replicas", "3"));

        assertThat(settings.minInSyncReplicas()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "2, 3, messaging.topics.min-in-sync-replicas (3) must not exceed messaging.topics.replication-factor (2)",
        "0, 1, messaging.topics.replication-factor (0) must be at least 1",
        "1, 0, messaging.topics.min-in-sync-replicas (0) must be at least 1"
    })
    void refusesWhatCanNeverBe(String replicas, String inSync, String message) {
        assertThatThrownBy(() -> bound(Map.of("replication-factor", replicas, "min-in-sync-replicas", inSync)))
                .hasRootCauseInstanceOf(IllegalArgumentException.class)
                .hasRootCauseMessage(message);
    }

    private static TopicSettings bound(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings)).bindOrCreate("", TopicSettings.class);
    }
}
