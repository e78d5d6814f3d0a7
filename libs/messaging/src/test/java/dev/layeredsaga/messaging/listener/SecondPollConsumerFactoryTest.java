package dev.layeredsaga.messaging.listener;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.messaging.fixture.Broker;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SecondPollConsumerFactoryTest {

    private static final int BATCH = 4;

    /** The second poll waits two milliseconds: on a busy machine some find nothing, but not so many in a row. */
    private static final int ROUNDS = 15;

    private final KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
            Map.of("bootstrap.servers", Broker.address()), new StringSerializer(), new ByteArraySerializer());
    private final Consumer<String, byte[]> consumer = consumer(Map.of());
    private String topic = "";

    @BeforeEach
    void assign() throws Exception {
        topic = Broker.freshTopic(1);
        consumer.assign(List.of(new TopicPartition(topic, 0)));
    }

    @AfterEach
    void close() {
        consumer.close();
        producer.close();
    }

    @Tag("timing")
    @Test
    void getAtOnceWhatHasArrivedWhileTheyWereBusy() throws Exception {
        int most = 0;
        for (int round = 0; round < ROUNDS && most < 3; round++) {
            send("1");
            assertThat(values(pollUntilSomethingComes())).containsExactly("1");

            // the first is fetched ahead by itself, the others arrive after that
            send("2");
            send("3");
            send("4");

            most = Math.max(most, countInOnePoll(consumer, "2", "3", "4"));
        }
        assertThat(most).isEqualTo(3);
    }

    @Test
    void takeNoSecondBatchOnTopOfAWholeOne() throws Exception {
        send("1");
        pollUntilSomethingComes();
        for (int i = 2; i <= 12; i++) {
            send(Integer.toString(i));
        }

        List<String> all = new ArrayList<>();
        while (all.size() < 11) {
            ConsumerRecords<String, byte[]> records = consumer.poll(Duration.ofSeconds(5));
            assertThat(records.count()).isLessThan(2 * BATCH);
            all.addAll(values(records));
        }
        assertThat(all).containsExactly("2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12");
    }

    @Tag("timing")
    @Test
    void waitForMoreIfTheLastBatchWasAMomentAgo() throws Exception {
        try (Consumer<String, byte[]> resting = consumer(Map.of(ListenerConfiguration.LEAST_INTERVAL, "1000"))) {
            resting.assign(List.of(new TopicPartition(topic, 0)));
            int most = 0;
            for (int round = 0; round < ROUNDS && most < 2; round++) {
                send("1");
                assertThat(values(pollUntilSomethingComes(resting))).containsExactly("1");
                long begin = System.nanoTime();
                send("2");
                CompletableFuture<Integer> second =
                        CompletableFuture.supplyAsync(() -> countInOnePoll(resting, "2", "3"));
                send("3");

                most = Math.max(most, second.get());
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(900));
            }
            assertThat(most).isEqualTo(2);
        }
    }

    @Test
    void getALoneMessageAtOnceAlsoIfTheyRestBetweenBatches() throws Exception {
        try (Consumer<String, byte[]> resting = consumer(Map.of(ListenerConfiguration.LEAST_INTERVAL, "60000"))) {
            resting.assign(List.of(new TopicPartition(topic, 0)));
            send("1");

            assertThat(values(pollUntilSomethingComes(resting))).containsExactly("1");
        }
    }

    private static Consumer<String, byte[]> consumer(Map<String, String> more) {
        Map<String, Object> settings = new HashMap<>(Map.of(
                "bootstrap.servers", Broker.address(), "auto.offset.reset", "earliest", "max.poll.records", BATCH));
        settings.putAll(more);
        return new SecondPollConsumerFactory(settings, BATCH, new RefusedConsumers(), new Heartbeats())
                .createConsumer();
    }

    /** The first poll is not one of a busy consumer. */
    private ConsumerRecords<String, byte[]> pollUntilSomethingComes() {
        return pollUntilSomethingComes(consumer);
    }

    private static ConsumerRecords<String, byte[]> pollUntilSomethingComes(Consumer<String, byte[]> polling) {
        ConsumerRecords<String, byte[]> records;
        do {
            records = polling.poll(Duration.ofSeconds(5));
        } while (records.isEmpty());
        return records;
    }

    /** Polls until all that is expected has come in its order. @return how many of them the first poll handed over */
    private static int countInOnePoll(Consumer<String, byte[]> polling, String... expected) {
        List<String> all = new ArrayList<>(values(polling.poll(Duration.ofSeconds(5))));
        int first = all.size();
        while (all.size() < expected.length) {
            all.addAll(values(polling.poll(Duration.ofSeconds(5))));
        }
        assertThat(all).containsExactly(expected);
        return first;
    }

    private void send(String value) throws Exception {
        producer.send(new ProducerRecord<>(topic, "key", value.getBytes(UTF_8))).get();
    }

    private static List<String> values(ConsumerRecords<String, byte[]> records) {
        List<String> values = new ArrayList<>();
        records.forEach(record -> values.add(Broker.value(record)));
        return values;
    }
}
