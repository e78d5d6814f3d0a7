package dev.layeredsaga.messaging.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import dev.layeredsaga.messaging.inbox.Inbox;
import dev.layeredsaga.messaging.listener.Batch.Delivery;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;

class BatchTest {

    private final MessagingDatabase database = MessagingDatabase.connect(MessagingDatabase.migrated());
    private final Inbox inbox = new Inbox(database.jdbc());

    @AfterEach
    void disconnect() {
        database.close();
    }

    @Test
    void admitsEveryMessageAtOnceUntilTheCommitShowsThatOneHasBeenHandled() {
        commit(batch(true, "a"));

        assertThatThrownBy(() -> commit(batch(true, "a", "b"))).isInstanceOf(DuplicateKeyException.class);
        assertThat(commit(batch(false, "a", "b"))).containsExactly("b");
    }

    @Test
    void admitsTheValuesOfTheMessagesThatAreNew() {
        commit(batch(true, "b"));
        Batch<String> batch = batch(false, "a", "b", "c", "a");

        List<Integer> admitted =
                Objects.requireNonNull(database.transaction().execute(status -> batch.admit(List.of(1, 2, 3, 4))));

        assertThat(admitted).containsExactly(1, 3);
    }

    /** A section repeats its transaction when it has lost against another one. */
    @Test
    void admitsTheSameMessagesWhenItsTransactionIsRepeated() {
        Batch<String> batch = batch(false, "a", "b");
        database.transaction().executeWithoutResult(status -> {
            batch.admit();
            status.setRollbackOnly();
        });

        assertThat(commit(batch)).containsExactly("a", "b");
    }

    @Test
    void isNotHandledWithoutBeingAdmitted() {
        assertThatThrownBy(batch(true, "a")::requireAdmitted).isInstanceOf(IllegalStateException.class);
    }

    private List<String> commit(Batch<String> batch) {
        return Objects.requireNonNull(database.transaction()
                .execute(status ->
                        batch.admit().stream().map(IncomingMessage::payload).toList()));
    }

    private Batch<String> batch(boolean asNew, String... ids) {
        List<Delivery<String>> deliveries =
                List.of(ids).stream().map(BatchTest::delivery).toList();
        return new Batch<>(inbox, "consumer", deliveries, asNew);
    }

    private static Delivery<String> delivery(String id) {
        return new Delivery<>(
                new ConsumerRecord<>("topic", 0, 0, "key", new byte[0]),
                new IncomingMessage<>(id, "key", null, null, null, id, new byte[0]));
    }
}
