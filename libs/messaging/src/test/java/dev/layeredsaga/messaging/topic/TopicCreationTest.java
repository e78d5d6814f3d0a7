package dev.layeredsaga.messaging.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.messaging.fixture.Broker;
import dev.layeredsaga.messaging.settings.MessagingProperties.TopicSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConfigEntry.ConfigSource;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;

class TopicCreationTest {

    private static final Map<String, Object> SETTINGS = Map.of("bootstrap.servers", Broker.address());

    private final String name = "topic-" + UUID.randomUUID();

    @Test
    void createsATopicThatIsMissing() throws Exception {
        createWith(3);

        assertThat(partitions()).isEqualTo(3);
    }

    /** More partitions would move keys. */
    @Test
    void leavesATopicThatExistsAsItIs() throws Exception {
        createWith(3);

        createWith(12);

        assertThat(partitions()).isEqualTo(3);
    }

    @Test
    void givesTheTopicWhatTheBrokerIsToKeepOfIt() throws Exception {
        createWith(new TopicSettings(3, Duration.ofDays(2), Duration.ofDays(30), (short) 1, 1));

        assertThat(description().partitions())
                .allSatisfy(partition -> assertThat(partition.replicas()).hasSize(1));
        assertThat(config("retention.ms").value()).isEqualTo("172800000");
        assertThat(config("min.insync.replicas").value()).isEqualTo("1");
        assertThat(config("min.insync.replicas").source()).isEqualTo(ConfigSource.DYNAMIC_TOPIC_CONFIG);
    }

    @Test
    void leavesToTheBrokerWhatIsNotSet() throws Exception {
        createWith(3);

        assertThat(config("min.insync.replicas").source()).isNotEqualTo(ConfigSource.DYNAMIC_TOPIC_CONFIG);
    }

    private void createWith(int partitions) {
        createWith(new TopicSettings(partitions, Duration.ofDays(7), Duration.ofDays(30), null, null));
    }

    private void createWith(TopicSettings settings) {
        NewTopic wanted = TopicCreation.topic(name, settings, settings.retention());
        new TopicCreation(SETTINGS, List.of(wanted)).afterSingletonsInstantiated();
    }

    private int partitions() throws Exception {
        return description().partitions().size();
    }

    private TopicDescription description() throws Exception {
        try (Admin admin = Admin.create(SETTINGS)) {
            Map<String, TopicDescription> topics =
                    admin.describeTopics(List.of(name)).allTopicNames().get();
            return Objects.requireNonNull(topics.get(name));
        }
    }

    private ConfigEntry config(String setting) throws Exception {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, name);
        try (Admin admin = Admin.create(SETTINGS)) {
            Map<ConfigResource, Config> configs =
                    admin.describeConfigs(List.of(topic)).all().get();
            return Objects.requireNonNull(
                    Objects.requireNonNull(configs.get(topic)).get(setting));
        }
    }
}
