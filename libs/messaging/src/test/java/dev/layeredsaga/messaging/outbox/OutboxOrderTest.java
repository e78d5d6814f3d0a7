package dev.layeredsaga.messaging.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.fixture.Broker;
import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure.TestDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Three instances on one database, four threads each, write to the same few keys. A row per key puts their transactions in an order
 * and names the last publisher, as a saga's does. The first deliveries must be in that order, although each instance has a producer
 * of its own.
 */
class OutboxOrderTest {

    private static final int KEYS = 3;
    private static final int INSTANCES = 3;
    private static final int THREADS_EACH = 4;
    private static final int TRANSACTIONS_EACH = 40;
    private static final int ALL = INSTANCES * THREADS_EACH * TRANSACTIONS_EACH;

    private final TestDatabase database = MessagingDatabase.migrated();

    @Test
    void keepsTheOrderOfAKeysTransactionsAcrossInstances() throws Exception {
        String topic = Broker.freshTopic(1);
        try (OutboxProcess one = OutboxProcess.start(database);
                OutboxProcess two = OutboxProcess.start(database);
                OutboxProcess three = OutboxProcess.start(database);
                ExecutorService threads = Executors.newFixedThreadPool(INSTANCES * THREADS_EACH)) {
            one.jdbc().execute("CREATE TABLE turn (key text PRIMARY KEY, number int NOT NULL, published_by int)");
            IntStream.range(0, KEYS).forEach(key -> one.jdbc().update("INSERT INTO turn VALUES (?, 0)", "key-" + key));
            List<Future<?>> writing = new ArrayList<>();
            for (int thread = 0; thread < THREADS_EACH; thread++) {
                writing.add(threads.submit(() -> takeTurns(one, 1, topic)));
                writing.add(threads.submit(() -> takeTurns(two, 2, topic)));
                writing.add(threads.submit(() -> takeTurns(three, 3, topic)));
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
    void sendsBehindAnotherInstancesMessageWithoutWaitingForItsAge() throws Exception {
        String topic = Broker.freshTopic(1);
        try (OutboxProcess one = OutboxProcess.startWithPatientSweep(database);
                OutboxProcess two = OutboxProcess.startWithPatientSweep(database)) {
            for (int turn = 1; turn <= 20; turn += 2) {
                one.publishAfterOthers(topic, "key", String.valueOf(turn));
                two.publishAfterOthers(topic, "key", String.valueOf(turn + 1));
            }
            await().until(() -> one.rows() == 0);
            assertThat(Broker.read(topic, 20)).extracting(OutboxOrderTest::turn).isSorted();
        }
    }

    /** The second is committed while the first, already inserted, is at its end. */
    @Test
    void sendsBehindATransactionThatWasRolledBackWithoutWaitingForItsAge() throws Exception {
        String topic = Broker.freshTopic(1);
        try (OutboxProcess process = OutboxProcess.startWithPatientSweep(database)) {
            assertThatThrownBy(() -> process.transaction().executeWithoutResult(status -> {
                        process.outbox.publish(OutboxProcess.message(topic, "key", "1"));
                        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                            @Override
                            public void beforeCommit(boolean readOnly) {
                                CompletableFuture.runAsync(() -> process.publish(topic, "key", "2"))
                                        .join();
                                throw new OptimisticLockingFailureException("the first is changed meanwhile");
                            }
                        });
                    }))
                    .isInstanceOf(OptimisticLockingFailureException.class);

            assertThat(Broker.read(topic, 1)).extracting(OutboxOrderTest::turn).containsExactly(2);
        }
    }

    private static void takeTurns(OutboxProcess process, int instance, String topic) {
        for (int i = 0; i < TRANSACTIONS_EACH; i++) {
            String key = "key-" + i % KEYS;
            process.transaction().executeWithoutResult(status -> {
                OutgoingMessage message = Objects.requireNonNull(process.jdbc()
                        .queryForObject("""
                                UPDATE turn SET number = turn.number + 1, published_by = ?
                                FROM (SELECT * FROM turn WHERE key = ? FOR UPDATE) AS before WHERE turn.key = before.key
                                RETURNING turn.number, before.published_by
                                """, (row, number) -> message(topic, key, row, instance), instance, key));
                process.outbox.publish(message);
            });
        }
    }

    private static OutgoingMessage message(String topic, String key, ResultSet turn, int instance) throws SQLException {
        OutgoingMessage message = OutboxProcess.message(topic, key, turn.getString("number"));
        return turn.getInt("published_by") == instance ? message : message.sentAfterOthers();
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
