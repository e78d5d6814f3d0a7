package dev.layeredsaga.messaging.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.messaging.fixture.Broker;
import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.kafka.KafkaServer;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The broker goes away and comes back while transactions go on. */
@Isolated("stops the broker")
@Tag("outage")
class OutboxOutageTest {

    private final KafkaServer kafka = SharedInfrastructure.get().kafka();
    private final OutboxProcess process = OutboxProcess.start(MessagingDatabase.migrated());

    @AfterEach
    void stop() {
        kafka.start();
        process.close();
    }

    @Test
    void losesNothingAndKeepsTheOrder() throws Exception {
        String topic = Broker.freshTopic(1);
        process.publish(topic, "key", "1");
        await().until(() -> process.rows() == 0);

        kafka.stop();
        IntStream.rangeClosed(2, 50).forEach(i -> process.publish(topic, "key", Integer.toString(i)));
        kafka.start();
        process.publish(topic, "key", "51");

        await().atMost(Duration.ofSeconds(30)).until(() -> process.rows() == 0);
        List<String> all =
                IntStream.rangeClosed(1, 51).mapToObj(i -> "\"" + i + "\"").toList();
        assertThat(new LinkedHashSet<>(Broker.valuesUpTo(topic, "\"51\""))).containsExactlyElementsOf(all);
    }

    /** A topic that the producer has never written to: it would block for its metadata, and must not block a transaction. */
    @Test
    void doesNotMakeTransactionsWaitForTheBroker() throws Exception {
        String topic = Broker.freshTopic(1);
        kafka.stop();

        Instant begin = Instant.now();
        IntStream.rangeClosed(1, 20).forEach(i -> process.publish(topic, "key", Integer.toString(i)));
        assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(4));

        kafka.start();
        await().atMost(Duration.ofSeconds(30)).until(() -> process.rows() == 0);
        assertThat(new LinkedHashSet<>(Broker.valuesUpTo(topic, "\"20\""))).hasSize(20);
    }
}
