package dev.layeredsaga.messaging.topic;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.messaging.fixture.Broker;
import dev.layeredsaga.messaging.settings.MessagingProperties.TopicSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConfigEntry.ConfigSource;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;

class TopicCreationTest {

    private static final Map<String, Object> SETTINGS = Map.of("bootstrap.servers", Broker.address());

    private final String name = "topic-" + UUID.randomUUID();

    @Test
    void createsATopicThatIsMissing() {
        createWith(3);

        assertThat(partitions()).isEqualTo(3);
    }

    /** More partitions would move keys. */
    @Test
    void leavesATopicThatExistsAsItIs() {
        createWith(3);

        createWith(12);

        assertThat(partitions()).isEqualTo(3);
    }

    @Test
    void givesTheTopicWhatTheBrokerIsToKeepOfIt() {
        createWith(new TopicSettings(3, Duration.ofDays(2), Duration.ofDays(30), (short) 1, 1));

        assertThat(description().partitions())
                .allSatisfy(partition -> assertThat(partition.replicas()).hasSize(1));
        assertThat(config("retention.ms").value()).isEqualTo("172800000");
        assertThat(config("min.insync.replicas").value()).isEqualTo("1");
        assertThat(config("min.insync.replicas").source()).isEqualTo(ConfigSource.DYNAMIC_TOPIC_CONFIG);
    }

    @Test
    void leavesToTheBrokerWhatIsNotSet() {
        createWith(3);

        assertThat(config("min.insync.replicas").source()).isNotEqualTo(ConfigSource.DYNAMIC_TOPIC_CONFIG);
    }

    @Test
    void createsOneMoreTopicLikeTheFirst() {
        TopicSettings settings = new TopicSettings(2, Duration.ofDays(3), Duration.ofDays(30), null, null);
        NewTopic first = TopicCreation.topic("first-" + name, settings, settings.retention());

        assertThat(new TopicCreation(SETTINGS, List.of(first)).create(name)).isTrue();
        assertThat(partitions()).isEqualTo(2);
        assertThat(config("retention.ms").value()).isEqualTo("259200000");

        assertThat(new TopicCreation(SETTINGS, List.of(first)).create(name)).isTrue();
    }

    @Test
    void saysThatATopicCannotBeCreated() {
        Map<String, Object> nowhere = Map.of(
                "bootstrap.servers", "localhost:1", "default.api.timeout.ms", "200", "request.timeout.ms", "100");

        assertThat(new TopicCreation(nowhere, List.of(new NewTopic("first", 1, (short) 1))).create(name))
                .isFalse();
    }

    private void createWith(int partitions) {
        createWith(new TopicSettings(partitions, Duration.ofDays(7), Duration.ofDays(30), null, null));
    }

    private void createWith(TopicSettings settings) {
        NewTopic wanted = TopicCreation.topic(name, settings, settings.retention());
        new TopicCreation(SETTINGS, List.of(wanted)).afterSingletonsInstantiated();
    }

    private int partitions() {
        return description().partitions().size();
    }

    private TopicDescription description() {
        return answer(admin -> requireNonNull(
                admin.describeTopics(List.of(name)).topicNameValues().get(name)));
    }

    private ConfigEntry config(String setting) {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, name);
        return requireNonNull(answer(admin -> requireNonNull(
                        admin.describeConfigs(List.of(topic)).values().get(topic)))
                .get(setting));
    }

    /** Asks until the broker knows the topic, which is a moment after it has been created. */
    private static <T> T answer(Function<Admin, KafkaFuture<T>> question) {
        try (Admin admin = Admin.create(SETTINGS)) {
            return await().ignoreExceptionsMatching(e -> e.getCause() instanceof UnknownTopicOrPartitionException)
                    .until(() -> question.apply(admin).get(), answer -> true);
        }
    }
}
