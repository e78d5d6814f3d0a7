package dev.layeredsaga.messaging.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.messaging.fixture.Broker;
import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;

/** At the first start of a system messages leave for topics that have just been created and hardly have a leader yet. */
@Tag("timing")
class OutboxFreshTopicTest {

    private final OutboxProcess process = OutboxProcess.start(MessagingDatabase.migrated());

    @AfterEach
    void stop() {
        process.close();
    }

    @RepeatedTest(10)
    void sendsToATopicThatHasJustBeenCreated() throws Exception {
        process.publish(Broker.freshTopic(1), "key", "the producer is warm");
        String topic = "test-" + UUID.randomUUID();
        Broker.create(topic, 6);

        process.transaction()
                .executeWithoutResult(status -> IntStream.range(0, 1_000)
                        .mapToObj(i -> OutboxProcess.message(topic, "key-" + i % 50, Integer.toString(i)))
                        .forEach(process.outbox::publish));

        await().atMost(Duration.ofSeconds(8))
                .untilAsserted(() -> assertThat(process.rows()).isZero());
    }
}
