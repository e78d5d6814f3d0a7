package dev.layeredsaga.messaging.outbox;

import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.fixture.Broker;
import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import dev.layeredsaga.messaging.outbox.OutboxSweep.Swept;
import dev.layeredsaga.messaging.outbox.OutboxTable.RowId;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboxSweepTest {

    private final TestDatabase database = MessagingDatabase.migrated();
    private final OutboxProcess process = OutboxProcess.startWithoutSweep(database);
    private final OutboxProcess other = OutboxProcess.startWithoutSweep(database);
    private String topic = "";

    @BeforeEach
    void createTopic() throws Exception {
        topic = Broker.freshTopic(1);
    }

    @AfterEach
    void stop() {
        process.close();
        other.close();
    }

    @Test
    void sendsWhatACrashHasLeft() {
        process.leaveBehind(topic, "key", "1");
        process.leaveBehind(topic, "key", "2");

        assertThat(process.sweep.sweep()).isEqualTo(new Swept(2, 0));
        assertThat(Broker.read(topic, 2)).extracting(Broker::value).containsExactly("1", "2");
        assertThat(process.rows()).isZero();
    }

    /** A damaged row costs only itself: it is put aside with its reason, and what is behind it is sent. */
    @ParameterizedTest
    @ValueSource(strings = {"no JSON", "{}", "null", "[{}]", "[null]", "[{\"topic\": \"t\", \"key\": \"k\"}]", ""})
    void putsAsideARowThatCannotBeReadAndSendsTheOthers(String messages) {
        process.leaveBehind(topic, "key", "1");
        process.jdbc().update("""
                INSERT INTO outbox (sender, size, keys, messages, created_at)
                VALUES (gen_random_uuid(), 1, '{bad}', ?, clock_timestamp() - interval '1 minute')
                """, messages);
        process.leaveBehind(topic, "key", "2");

        process.sweep.sweepAll();

        assertThat(Broker.read(topic, 2)).extracting(Broker::value).containsExactly("1", "2");
        assertThat(process.jdbc()
                        .queryForList(
                                "SELECT topic || ' ' || message_key || ' ' || message || ' ' || split_part(reason, ':', 1) FROM outbox_stuck",
                                String.class))
                .containsExactly("(unreadable) bad " + messages + " unreadable");
        assertThat(process.rows()).as("the one that is put aside").isEqualTo(1);
    }

    /** The key of what is stuck is indexed, so it must be short. */
    @Test
    void putsAsideARowThatCannotBeReadHoweverManyKeysItHas() {
        process.jdbc().update("""
                INSERT INTO outbox (sender, size, keys, messages, created_at)
                VALUES (gen_random_uuid(), 200, ARRAY(SELECT gen_random_uuid()::text FROM generate_series(1, 200)), 'no JSON',
                  clock_timestamp() - interval '1 minute')
                """);
        process.leaveBehind(topic, "key", "1");

        process.sweep.sweepAll();

        assertThat(Broker.read(topic, 1)).extracting(Broker::value).containsExactly("1");
        assertThat(process.jdbc().queryForObject("SELECT length(message_key) FROM outbox_stuck", Integer.class))
                .isEqualTo(500);
    }

    /** A standby that lagged counts ids anew when it becomes the primary. */
    @Test
    void deletesNoRowThatOnlyHasTheIdOfOneThatWasSent() {
        OutboxTable table = new OutboxTable(process.jdbc(), MessageJson.mapper());
        process.leaveBehind(topic, "key", "1");
        OutboxTable.Row row = table.due(Duration.ZERO, 1).rows().getFirst();

        table.delete(List.of(new RowId(row.id().number(), row.id().createdAt().minusMillis(1))));
        assertThat(process.rows()).isEqualTo(1);

        table.delete(List.of(row.id()));
        assertThat(process.rows()).isZero();
    }

    @Test
    void movesNoRowToTheStuckOnesThatOnlyHasTheIdOfOneThatWas() {
        process.leaveBehind(topic, "key", "1");
        OutboxTable.Row row = new OutboxTable(process.jdbc(), MessageJson.mapper())
                .due(Duration.ZERO, 1)
                .rows()
                .getFirst();
        OutboxBatch other = OutboxBatch.of(
                new RowId(row.id().number(), row.id().createdAt().minusMillis(1)),
                Objects.requireNonNull(row.batch()).records());
        Delivery delivery = new Delivery(other);
        delivery.stuck(0, "its topic is missing");

        new StuckTable(process.jdbc(), MessageJson.mapper()).add(List.of(delivery));

        assertThat(process.jdbc().queryForObject("SELECT count(*) FROM outbox", Long.class))
                .isOne();
        assertThat(process.jdbc().queryForObject("SELECT count(*) FROM outbox_stuck", Long.class))
                .isZero();
    }

    @Test
    void sendsWhatFollowsLeftoversBehindThem() {
        process.leaveBehind(topic, "key", "1");
        process.publish(topic, "another", "3");
        assertThat(Broker.valuesUpTo(topic, "\"3\"")).containsExactly("\"3\"");

        process.publishAfterOthers(topic, "key", "2");
        process.sweep.sweepAll();
        assertThat(Broker.read(topic, 3)).extracting(Broker::value).containsExactly("\"3\"", "1", "\"2\"");
    }

    /** One of the key's messages has to be behind others, so all of them do; those of other keys do not wait. */
    @Test
    void keepsAKeysMessagesOfOneTransactionTogether() {
        process.leaveBehind(topic, "key", "1");
        process.transaction().executeWithoutResult(status -> {
            process.outbox.publish(OutboxProcess.message(topic, "key", "2"));
            process.outbox.publish(OutboxProcess.message(topic, "another", "3"));
            process.outbox.publish(OutboxProcess.message(topic, "key", "4").sentAfterOthers());
        });

        process.sweep.sweepAll();
        assertThat(Broker.read(topic, 4))
                .extracting(Broker::value)
                .contains("\"3\"")
                .containsSubsequence("1", "\"2\"", "\"4\"");
    }

    /** The first of this process's messages waits in the table, so the next one must not leave from memory. */
    @Test
    void sendsNothingFromMemoryBehindAMessageThatWaitsForOthers() {
        other.jdbc().update("""
                INSERT INTO outbox (sender, size, keys, messages) VALUES (gen_random_uuid(), 0, '{key}', '[]')
                """);
        process.publishAfterOthers(topic, "key", "1");
        process.publish(topic, "key", "2");
        process.publish(topic, "another", "3");
        assertThat(Broker.valuesUpTo(topic, "\"3\"")).containsExactly("\"3\"");

        other.jdbc().update("DELETE FROM outbox WHERE size = 0");
        assertThat(Broker.read(topic, 3)).extracting(Broker::value).containsExactly("\"3\"", "\"1\"", "\"2\"");
    }

    @Test
    void sendsEachLeftoverOnceWhenTwoInstancesSweepAtOnce() {
        IntStream.rangeClosed(1, 1000).forEach(i -> process.leaveBehind(topic, "key", Integer.toString(i)));

        CompletableFuture<Void> sweeping =
                supplyAsync(() -> sweepUntilEmpty(other)).thenAccept(rows -> {});
        sweepUntilEmpty(process);
        sweeping.join();

        process.leaveBehind(topic, "key", "\"last\"");
        process.sweep.sweep();
        assertThat(Broker.valuesUpTo(topic, "\"last\"")).hasSize(1001).doesNotHaveDuplicates();
    }

    @Test
    void goesOnPastAMessageThatTheBrokerWillNeverTake() {
        process.leaveBehind(topic, "key", '"' + "x".repeat(2_000_000) + '"');
        process.leaveBehind(topic, "another", "2");

        process.sweep.sweepAll();

        assertThat(Broker.read(topic, 1)).extracting(Broker::value).containsExactly("2");
        assertThat(process.rows()).isEqualTo(1);
    }

    @Test
    void keepsWhatTheBrokerDoesNotTakeAndWhatFollowsIt() {
        String tooLarge = '"' + "x".repeat(2_000_000) + '"';
        process.leaveBehind(topic, "key", "1", tooLarge, "2");

        process.sweep.sweepAll();
        process.sweep.sweepAll();

        process.leaveBehind(topic, "another", "\"last\"");
        process.sweep.sweepAll();
        assertThat(Broker.valuesUpTo(topic, "\"last\"")).containsExactly("1", "\"last\"");
        assertThat(process.stuck()).isEqualTo(2);
    }

    private static int sweepUntilEmpty(OutboxProcess process) {
        await().until(() -> {
            process.sweep.sweepAll();
            return process.rows() == 0;
        });
        return process.rows();
    }
}
