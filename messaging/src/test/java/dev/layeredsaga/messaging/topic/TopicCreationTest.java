package dev.layeredsaga.messaging.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.messaging.fixture.Broker;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.config.TopicBuilder;

class TopicCreationTest {

    private static final Map<String, Object> SETTINGS = Map.of("bootstrap.servers", Broker.address());

    private final String name = "topic-" + UUID.randomUUID();

    @Test
    void createsATopicThatIsMissing() throws Exception {
        createWith(3);

        assertThat(partitions()).isEqualTo(3);
    }

    /** More of them would move keys. */
    @Test
    void leavesATopicThatExistsAsItIs() throws Exception {
        createWith(3);

        createWith(12);

        assertThat(partitions()).isEqualTo(3);
    }

    private void createWith(int partitions) {
        NewTopic wanted = TopicBuilder.name(name).partitions(partitions).build();
        new TopicCreation(SETTINGS, List.of(wanted)).afterSingletonsInstantiated();
    }

    private int partitions() throws Exception {
        try (Admin admin = Admin.create(SETTINGS)) {
            Map<String, TopicDescription> topics =
                    admin.describeTopics(List.of(name)).allTopicNames().get();
            return Objects.requireNonNull(topics.get(name)).partitions().size();
        }
    }
}
