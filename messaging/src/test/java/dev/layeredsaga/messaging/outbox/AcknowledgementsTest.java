package dev.layeredsaga.messaging.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import dev.layeredsaga.messaging.outbox.OutboxTable.Question;
import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.testbed.infrastructure.TestDatabase;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Without a worker: nothing is sent or deleted but what the test does. */
class AcknowledgementsTest {

    private final TestDatabase schema = MessagingDatabase.migrated();
    private final MessagingDatabase database = MessagingDatabase.connect(schema);
    private final MessagingDatabase other = MessagingDatabase.connect(schema);
    private final OutboxTable table = new OutboxTable(database.jdbc(), MessageJson.mapper());
    private final SendOrder order = new SendOrder(100, Duration.ofSeconds(1));
    private final Acknowledgements acknowledgements =
            new Acknowledgements(table, new StuckTable(database.jdbc(), MessageJson.mapper()), order);
    private final OutboxRelay outbox = new OutboxRelay(
            new CloudEventCodec(URI.create("/test"), MessageJson.mapper(), Clock.systemUTC()),
            table,
            order,
            acknowledgements,
            Tracing.off());

    @AfterEach
    void disconnect() {
        database.close();
        other.close();
    }

    @Test
    void areDeletedWithTheNextTransactionThatPublishes() {
        long sent = acknowledged();

        publish();

        assertThat(ids()).hasSize(1).doesNotContain(sent);
    }

    @Test
    void stayUntilTheNextDeletionIfThatTransactionRollsBack() {
        long sent = acknowledged();

        assertThatThrownBy(this::publishAndFail).isInstanceOf(OptimisticLockingFailureException.class);

        assertThat(ids()).containsExactly(sent);
        acknowledgements.delete();
        assertThat(ids()).isEmpty();
    }

    @Test
    void areTakenAlongByOneTransactionOnly() {
        acknowledged();

        assertThat(acknowledgements.takeAlong()).hasSize(1);
        assertThat(acknowledgements.takeAlong()).isEmpty();
    }

    @Test
    void areLeftToTheSweepIfItHasSentThem() {
        long swept = acknowledged(true);

        publish();

        assertThat(ids()).hasSize(2).contains(swept);
    }

    @Test
    void doNotWaitForAProcessThatHasFrozenWhileItDeletes() {
        long frozen = acknowledged();
        long sent = acknowledged();

        other.transaction().executeWithoutResult(status -> {
            other.jdbc().update("DELETE FROM outbox WHERE id = ?", frozen);
            acknowledgements.delete();
            status.setRollbackOnly();
        });

        assertThat(ids()).containsExactly(frozen).doesNotContain(sent);
    }

    private long acknowledged() {
        return acknowledged(false);
    }

    /** In the table, and the broker has it. */
    private long acknowledged(boolean leftover) {
        List<ProducerRecord<String, byte[]>> records =
                List.of(new ProducerRecord<>("topic", "key", "1".getBytes(UTF_8)));
        long id = inserted(records);
        Delivery delivery = new Delivery(new Parcel(id, records, Set.of("key"), leftover));
        delivery.answered(0, true);
        acknowledgements.add(delivery);
        return id;
    }

    private long inserted(List<ProducerRecord<String, byte[]>> records) {
        AtomicLong id = new AtomicLong();
        database.transaction()
                .executeWithoutResult(status -> table.lastStatements()
                        .add(table.insertion(
                                records,
                                Set.of("key"),
                                new Question(false, List.of(), 0),
                                List.of(),
                                insertion -> id.set(insertion.id()))));
        return id.get();
    }

    private void publish() {
        database.transaction()
                .executeWithoutResult(status -> outbox.publish(OutboxProcess.message("topic", "another", "2")));
    }

    /** Of several that write before the commit, the last fails. */
    private void publishAndFail() {
        database.transaction().executeWithoutResult(status -> {
            outbox.publish(OutboxProcess.message("topic", "another", "2"));
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void beforeCommit(boolean readOnly) {
                    throw new OptimisticLockingFailureException("somebody was faster");
                }
            });
        });
    }

    private List<Long> ids() {
        return database.jdbc().query("SELECT id FROM outbox ORDER BY id", (row, number) -> row.getLong("id"));
    }
}
