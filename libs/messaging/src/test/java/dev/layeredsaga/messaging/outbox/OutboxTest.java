package dev.layeredsaga.messaging.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.messaging.commit.UnitOfWork;
import dev.layeredsaga.messaging.fixture.Broker;
import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

class OutboxTest {

    private final OutboxProcess process = OutboxProcess.start(MessagingDatabase.migrated());
    private String topic = "";

    @BeforeEach
    void createTopic() throws Exception {
        topic = Broker.freshTopic(1);
    }

    @AfterEach
    void stop() {
        process.close();
    }

    @Test
    void publishesWhatIsCommittedInOrder() {
        process.publish(topic, "key", "a", "b", "c");

        assertThat(Broker.read(topic, 3)).extracting(Broker::value).containsExactly("\"a\"", "\"b\"", "\"c\"");
    }

    /** Consumers would have a transaction for each part. The limit allows for an occasional pause that splits a batch. */
    @Tag("timing")
    @Test
    void sendsABatchAsAWhole() {
        String[] values = IntStream.range(0, 20).mapToObj(Integer::toString).toArray(String[]::new);
        for (int batch = 1; batch <= 20; batch++) {
            process.publish(topic, "key", values);
            await().untilAsserted(() -> assertThat(process.rows()).isZero());
        }

        assertThat(Broker.read(topic, 400)).hasSize(400);
        assertThat(process.messagesPerRequest()).isGreaterThan(15);
    }

    @Test
    void publishesNothingBeforeTheCommitAndNothingThatIsRolledBack() {
        process.transaction().executeWithoutResult(status -> {
            process.outbox.publish(OutboxProcess.message(topic, "key", "rolled back"));
            status.setRollbackOnly();
        });
        process.publish(topic, "key", "done");

        assertThat(Broker.valuesUpTo(topic, "\"done\"")).containsExactly("\"done\"");
    }

    /** As the database takes back what is written behind a savepoint. */
    @Test
    void publishesNothingThatIsDroppedToAMark() {
        process.transaction().executeWithoutResult(status -> {
            process.outbox.publish(OutboxProcess.message(topic, "key", "kept"));
            Runnable drop = UnitOfWork.of(process.jdbc()).mark();
            process.outbox.publish(OutboxProcess.message(topic, "key", "dropped"));
            drop.run();
            process.outbox.publish(OutboxProcess.message(topic, "key", "last"));
        });

        assertThat(Broker.valuesUpTo(topic, "\"last\"")).containsExactly("\"kept\"", "\"last\"");
    }

    @Test
    void refusesToPublishWithoutATransaction() {
        assertThatThrownBy(() -> process.outbox.publish(OutboxProcess.message(topic, "key", "a")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("there is none");
    }

    @Test
    void refusesToPublishOnceTheTransactionIsCommitting() {
        assertThatThrownBy(() -> process.transaction().executeWithoutResult(status -> {
                    process.outbox.publish(OutboxProcess.message(topic, "key", "a"));
                    beforeCommit(() -> process.outbox.publish(OutboxProcess.message(topic, "key", "late")));
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("too late");
        process.publish(topic, "key", "b");

        assertThat(Broker.valuesUpTo(topic, "\"b\"")).containsExactly("\"b\"");
    }

    @Test
    void deletesWhatTheBrokerHasAcknowledged() {
        process.publish(topic, "key", "a", "b");

        await().untilAsserted(() -> assertThat(process.rows()).isZero());
    }

    @Test
    void writesCloudEventsHeaders() {
        process.publish(topic, "key", "a");

        assertThat(Broker.read(topic, 1).getFirst().headers())
                .extracting(header -> header.key())
                .contains("ce_specversion", "ce_id", "ce_source", "ce_type", "ce_subject", "ce_time", "content-type");
    }

    private static void beforeCommit(Runnable task) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                task.run();
            }
        });
    }
}
