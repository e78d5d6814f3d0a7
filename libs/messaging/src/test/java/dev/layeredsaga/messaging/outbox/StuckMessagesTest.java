package dev.layeredsaga.messaging.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.messaging.fixture.Broker;
import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure.TestDatabase;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A message that cannot be sent delays its own topic and key, and nothing else. What the broker was slow to acknowledge
 * may be in a topic twice, so the tests look at the different values, in the order of their first arrival.
 */
class StuckMessagesTest {

    private final TestDatabase database = MessagingDatabase.migrated();
    private OutboxProcess process = OutboxProcess.start(database);
    private final String missing = "missing-" + UUID.randomUUID();
    private String topic = "";

    @BeforeEach
    void createTopic() throws Exception {
        topic = Broker.freshTopic(1);
    }

    @AfterEach
    void stop() {
        process.close();
    }

    @Tag("timing")
    @Test
    void sendsToOtherTopicsAtOnceWhileOneIsMissing() throws Exception {
        for (int i = 0; i < 20; i++) {
            publishToBoth("key-" + i, Integer.toString(i));
        }

        await().atMost(Duration.ofSeconds(5)).until(() -> process.stuck() == 20 && process.rows() == 20);
        assertThat(valuesWithAll(topic, quoted(0, 20))).containsExactlyInAnyOrderElementsOf(quoted(0, 20));
    }

    @Test
    void sendsAllInOrderWhenTheTopicIsBack() throws Exception {
        IntStream.range(0, 50).forEach(i -> process.publish(missing, "key", Integer.toString(i)));
        await().until(() -> process.stuck() == 50);

        Broker.create(missing, 1);
        IntStream.range(50, 100).forEach(i -> process.publish(missing, "key", Integer.toString(i)));

        await().until(() -> process.rows() == 0);
        assertThat(new LinkedHashSet<>(Broker.valuesUpTo(missing, "\"99\""))).containsExactlyElementsOf(quoted(0, 100));
    }

    @Test
    void areKnownAsNotSentByTheirTopic() throws Exception {
        process.publish(missing, "key", "0");
        assertThat(process.outbox.hasUnsent(missing)).isTrue();
        await().until(() -> process.stuck() == 1 && process.rows() == 1);
        assertThat(process.outbox.hasUnsent(missing)).isTrue();
        assertThat(process.outbox.hasUnsent(topic)).isFalse();

        Broker.create(missing, 1);

        await().until(() -> !process.outbox.hasUnsent(missing));
        assertThat(Broker.valuesUpTo(missing, "\"0\"")).containsOnly("\"0\"");
    }

    /** As while the broker is away: who asks had better not add to them. */
    @Test
    void areOfAnyTopicIfTheyHaveWaitedLong() {
        process.close();
        process = OutboxProcess.startWithoutSweep(database);
        int unused = process.jdbc()
                .update("INSERT INTO outbox (sender, size, keys, messages, created_at)"
                        + " VALUES (gen_random_uuid(), 0, '{}', '[]', clock_timestamp() - interval '3 s')");

        assertThat(process.outbox.hasUnsent(topic)).isTrue();
    }

    /** Nothing of its topic and key overtakes it. */
    @Test
    void leavesAStuckMessageThatCannotBeReadToAnOperatorAndSendsTheOthers() throws Exception {
        process.publish(missing, "bad", "0");
        process.publish(missing, "bad", "1");
        process.publish(missing, "key", "2");
        await().until(() -> process.stuck() == 3);
        process.jdbc()
                .update(
                        "UPDATE outbox_stuck SET message = 'damaged' WHERE parcel = (SELECT min(parcel) FROM outbox_stuck)");

        Broker.create(missing, 1);

        assertThat(new LinkedHashSet<>(Broker.valuesUpTo(missing, "\"2\""))).containsExactly("\"2\"");
        await().until(
                        () -> process
                                .jdbc()
                                .queryForList("SELECT reason FROM outbox_stuck WHERE due_at = 'infinity'", String.class)
                                .stream()
                                .anyMatch(reason -> reason.startsWith("unreadable: ")));
        // what has been sent may be in the topic before it is deleted here
        await().untilAsserted(() -> assertThat(process.stuck()).isEqualTo(2));

        process.jdbc().update("DELETE FROM outbox_stuck WHERE due_at = 'infinity'");
        assertThat(new LinkedHashSet<>(Broker.valuesUpTo(missing, "\"1\""))).containsExactly("\"2\"", "\"1\"");
    }

    /** As the runbook says; the row of a transaction is put aside as a whole. */
    @Test
    void sendsAllMessagesOfARowThatAnOperatorHasCorrected() {
        process.leaveBehind(topic, "key", "1", "2");
        process.jdbc().update("UPDATE outbox SET messages = 'x' || messages");
        await().until(() -> process.stuck() == 1);

        process.jdbc().update("UPDATE outbox_stuck SET topic = ?, message = substr(message, 2), due_at = now()", topic);

        assertThat(Broker.read(topic, 2)).extracting(Broker::value).containsExactly("1", "2");
        await().until(() -> process.rows() == 0);
    }

    @Test
    void goesOnAfterATopicHasBeenDeletedUnderTheProducer() throws Exception {
        Broker.create(missing, 1);
        process.publish(missing, "key", "0");
        await().until(() -> process.rows() == 0);
        Broker.delete(missing);

        IntStream.range(1, 20).forEach(i -> publishToBoth("key", Integer.toString(i)));
        await().until(() -> process.stuck() == 19 && process.rows() == 19);
        assertThat(new LinkedHashSet<>(Broker.valuesUpTo(topic, "\"19\""))).containsExactlyElementsOf(quoted(1, 20));

        Broker.create(missing, 1);
        await().until(() -> process.rows() == 0);
        assertThat(new LinkedHashSet<>(Broker.valuesUpTo(missing, "\"19\""))).containsExactlyElementsOf(quoted(1, 20));
    }

    @Test
    void isNotSlowedDownByThousandsOfStuckMessagesNorByARestart() throws Exception {
        IntStream.range(0, 5_000).forEach(i -> process.leaveBehind(missing, "key-" + i, "\"" + i + "\""));
        await().until(() -> process.stuck() == 5_000);
        process.close();
        process = OutboxProcess.start(database);

        process.publish(topic, "key-1", "after");
        assertThat(new LinkedHashSet<>(Broker.valuesUpTo(topic, "\"after\""))).containsExactly("\"after\"");
        process.leaveBehind(topic, "key-2", "\"left behind\"");
        assertThat(new LinkedHashSet<>(Broker.valuesUpTo(topic, "\"left behind\"")))
                .containsExactly("\"after\"", "\"left behind\"");
        await().until(() -> process.rows() == 5_000);

        Broker.create(missing, 1);
        await().until(() -> process.rows() == 0);
        List<String> all = quoted(0, 5_000);
        assertThat(valuesWithAll(missing, all)).isEqualTo(Set.copyOf(all));
    }

    @Test
    void holdsBackOnlyTheKeyOfAMessageThatIsTooLargeForTheBroker() throws Exception {
        Broker.limitMessages(topic, 100_000);
        String tooLarge = "x".repeat(200_000);
        for (int i = 0; i < 20; i++) {
            process.publish(topic, "good", Integer.toString(i));
            process.publish(topic, "bad", i == 5 ? tooLarge : Integer.toString(100 + i));
        }
        process.publish(topic, "another", "last");

        await().until(() -> process.stuck() == 15 && process.rows() == 15);
        List<String> sent = concat(quoted(0, 20), quoted(100, 105), List.of("\"last\""));
        assertThat(valuesWithAll(topic, sent)).containsExactlyInAnyOrderElementsOf(sent);

        Broker.limitMessages(topic, 1_000_000);
        process.jdbc().update("UPDATE outbox_stuck SET due_at = clock_timestamp()");
        await().until(() -> process.rows() == 0);
        List<String> bad = Broker.valuesUpTo(topic, "\"119\"").stream()
                .filter(value -> value.length() > 4)
                .toList();
        assertThat(new LinkedHashSet<>(bad)).containsSubsequence("\"104\"", '"' + tooLarge + '"', "\"106\"", "\"119\"");
    }

    @Test
    void keepsTheOrderAcrossTwoInstances() throws Exception {
        try (OutboxProcess other = OutboxProcess.start(database)) {
            for (int i = 0; i < 40; i++) {
                (i % 2 == 0 ? process : other).publishAfterOthers(missing, "key", Integer.toString(i));
                if (i == 20) {
                    await().until(() -> process.stuck() > 0);
                    Broker.create(missing, 1);
                }
            }
            await().until(() -> process.rows() == 0);
            assertThat(new LinkedHashSet<>(Broker.valuesUpTo(missing, "\"39\"")))
                    .containsExactlyElementsOf(quoted(0, 40));
        }
    }

    private void publishToBoth(String key, String value) {
        process.transaction().executeWithoutResult(status -> {
            process.outbox.publish(OutboxProcess.message(missing, key, value));
            process.outbox.publish(OutboxProcess.message(topic, key, value));
        });
    }

    /** Returns the different values in the topic once all of these have arrived, in whatever order. */
    private static Set<String> valuesWithAll(String topic, List<String> expected) {
        return different(Broker.read(topic, records -> different(records).containsAll(expected)));
    }

    private static Set<String> different(List<ConsumerRecord<String, byte[]>> records) {
        return records.stream().map(Broker::value).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static List<String> quoted(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "\"" + i + "\"").toList();
    }

    private static List<String> concat(List<String> first, List<String> second, List<String> third) {
        return Stream.of(first, second, third).flatMap(List::stream).toList();
    }
}
