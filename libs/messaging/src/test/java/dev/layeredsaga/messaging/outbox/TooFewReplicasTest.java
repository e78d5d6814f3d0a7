package dev.layeredsaga.messaging.outbox;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.EmbeddedSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Two brokers, of which one goes: the topics that need both of them wait, and no others. */
@Isolated("promises times")
@Tag("outage")
class TooFewReplicasTest {

    /** Less than the producer is given before it is replaced whatever the topics say. */
    private static final Duration SOON = Duration.ofSeconds(15);

    private static final String ON_BOTH = "on-both";
    private static final String ON_FIRST = "on-first";

    private static EmbeddedInfrastructure servers;
    private static Admin admin;

    @BeforeAll
    static void start() throws Exception {
        servers = EmbeddedInfrastructure.start(EmbeddedSettings.forTests());
        servers.startSecondKafkaBroker();
        admin = Admin.create(servers.kafka().adminSettings());
        NewTopic onBoth = new NewTopic(ON_BOTH, Map.of(0, List.of(1, 2))).configs(Map.of("min.insync.replicas", "2"));
        NewTopic onFirst = new NewTopic(ON_FIRST, Map.of(0, List.of(1)));
        admin.createTopics(List.of(onBoth, onFirst)).all().get();
    }

    @AfterAll
    static void stop() {
        admin.close();
        servers.close();
    }

    /** The producer repeats what was refused for too few replicas by itself, for ever. */
    @Test
    void aTopicWithTooFewReplicasInSyncWaitsAloneUntilThereAreEnough() throws Exception {
        try (OutboxProcess process =
                OutboxProcess.start(MessagingDatabase.migrated(), servers.kafkaBootstrapServers())) {
            publishToBoth(process, 0, 5);
            await().atMost(SOON).until(() -> process.rows() == 0);
            servers.stopSecondKafkaBroker();
            await().atMost(SOON).until(() -> inSync() == 1);

            publishToBoth(process, 5, 10);
            await().atMost(SOON).until(() -> process.stuck() == 5 && sent(ON_FIRST) == 10);
            publishToBoth(process, 10, 15);
            await().atMost(Duration.ofSeconds(5)).until(() -> process.stuck() == 10 && sent(ON_FIRST) == 15);
            assertThat(sent(ON_BOTH)).isEqualTo(5);

            servers.startSecondKafkaBroker();
            await().atMost(Duration.ofSeconds(30)).until(() -> process.rows() == 0);
            assertThat(sent(ON_BOTH)).isEqualTo(15);
        }
    }

    private static void publishToBoth(OutboxProcess process, int from, int to) {
        for (int i = from; i < to; i++) {
            process.publish(ON_BOTH, "key", Integer.toString(i));
            process.publish(ON_FIRST, "key", Integer.toString(i));
        }
    }

    private static int inSync() throws ExecutionException, InterruptedException {
        Map<String, TopicDescription> topics =
                admin.describeTopics(List.of(ON_BOTH)).allTopicNames().get();
        return requireNonNull(topics.get(ON_BOTH)).partitions().getFirst().isr().size();
    }

    private static long sent(String topic) throws ExecutionException, InterruptedException {
        TopicPartition only = new TopicPartition(topic, 0);
        return admin.listOffsets(Map.of(only, OffsetSpec.latest()))
                .partitionResult(only)
                .get()
                .offset();
    }
}
