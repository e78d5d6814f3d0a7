package dev.layeredsaga.messaging.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.messaging.fixture.Broker;
import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import dev.layeredsaga.testbed.infrastructure.TestDatabase;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/**
 * Two instances on one database, four threads each, write to the same few keys. A row lock per key puts their transactions in
 * an order, and the first deliveries must be in that order, although each instance has a producer of its own.
 */
class OutboxOrderTest {

    private static final int KEYS = 3;
    private static final int THREADS_EACH = 4;
    private static final int TRANSACTIONS_EACH = 60;
    private static final int ALL = 2 * THREADS_EACH * TRANSACTIONS_EACH;

    private final TestDatabase database = MessagingDatabase.migrated();

    @Test
    void keepsTheOrderOfAKeysTransactionsAcrossInstances() throws Exception {
        String topic = Broker.freshTopic(1);
        try (OutboxProcess one = OutboxProcess.start(database);
                OutboxProcess two = OutboxProcess.start(database);
                ExecutorService threads = Executors.newFixedThreadPool(2 * THREADS_EACH)) {
            one.jdbc().execute("CREATE TABLE turn (key text PRIMARY KEY, number int NOT NULL)");
            IntStream.range(0, KEYS).forEach(key -> one.jdbc().update("INSERT INTO turn VALUES (?, 0)", "key-" + key));
            List<Future<?>> writing = new ArrayList<>();
            for (int thread = 0; thread < THREADS_EACH; thread++) {
                writing.add(threads.submit(() -> takeTurns(one, topic)));
                writing.add(threads.submit(() -> takeTurns(two, topic)));
            }
            for (Future<?> thread : writing) {
                thread.get();
            }
            assertThat(firstDeliveries(topic).values())
                    .allSatisfy(turns -> assertThat(turns)
                            .containsExactlyElementsOf(IntStream.rangeClosed(1, turns.size())
                                    .boxed()
                                    .toList()));
        }
    }

    /** Each finds the other's message, which has been sent, or is about to be, and not been deleted yet. */
    @Test
    void sendsBehindAnotherInstancesMessageWithoutASweep() throws Exception {
        String topic = Broker.freshTopic(1);
        try (OutboxProcess one = OutboxProcess.startWithoutSweep(database);
                OutboxProcess two = OutboxProcess.startWithoutSweep(database)) {
            for (int turn = 1; turn <= 20; turn += 2) {
                one.publish(topic, "key", String.valueOf(turn));
                two.publish(topic, "key", String.valueOf(turn + 1));
                await().until(() -> one.rows() == 0);
            }
            assertThat(Broker.read(topic, 20)).extracting(OutboxOrderTest::turn).isSorted();
        }
    }

    private static void takeTurns(OutboxProcess process, String topic) {
        for (int i = 0; i < TRANSACTIONS_EACH; i++) {
            String key = "key-" + i % KEYS;
            process.transaction().executeWithoutResult(status -> {
                Integer turn = process.jdbc()
                        .queryForObject(
                                "UPDATE turn SET number = number + 1 WHERE key = ? RETURNING number",
                                Integer.class,
                                key);
                process.outbox.publish(OutboxProcess.message(topic, key, String.valueOf(turn)));
            });
        }
    }

    private static Map<String, List<Integer>> firstDeliveries(String topic) {
        return Broker.read(
                        topic,
                        records -> perKey(records).values().stream()
                                        .mapToInt(List::size)
                                        .sum()
                                == ALL)
                .stream()
                .collect(Collectors.collectingAndThen(Collectors.toList(), OutboxOrderTest::perKey));
    }

    private static Map<String, List<Integer>> perKey(List<ConsumerRecord<String, byte[]>> records) {
        Map<String, LinkedHashSet<Integer>> turns = records.stream()
                .collect(Collectors.groupingBy(
                        ConsumerRecord::key,
                        Collectors.mapping(OutboxOrderTest::turn, Collectors.toCollection(LinkedHashSet::new))));
        return turns.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> List.copyOf(entry.getValue())));
    }

    private static Integer turn(ConsumerRecord<String, byte[]> record) {
        return Integer.valueOf(Broker.value(record).replace("\"", ""));
    }
}
