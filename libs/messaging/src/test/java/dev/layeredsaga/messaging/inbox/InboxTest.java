package dev.layeredsaga.messaging.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.transaction.support.TransactionTemplate;

class InboxTest {

    private final MessagingDatabase database = MessagingDatabase.connect(MessagingDatabase.migrated());
    private final Inbox inbox = new Inbox(database.jdbc());
    private final TransactionTemplate transaction = database.transaction();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void admitsEachMessageOnce() {
        assertThat(inbox.admit("consumer", List.of("a", "b"))).containsExactlyInAnyOrder("a", "b");
        assertThat(inbox.admit("consumer", List.of("b", "c"))).containsExactly("c");
    }

    @Test
    void admitsAllOfThemOrNone() {
        allInTransaction("consumer", "b", "a");
        allInTransaction("another", "a", "b");

        assertThatThrownBy(() -> allInTransaction("consumer", "c", "b", "d")).isInstanceOf(DuplicateKeyException.class);
        assertThat(inbox.admit("consumer", List.of("a", "b", "c", "d"))).containsExactlyInAnyOrder("c", "d");
    }

    @Test
    void doesNotAdmitAllOfThemIfOneIsThereTwice() {
        assertThatThrownBy(() -> allInTransaction("consumer", "a", "b", "a")).isInstanceOf(DuplicateKeyException.class);
        assertThat(inbox.admit("consumer", List.of("a", "b", "a"))).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void admitsTheSameMessageToEveryConsumer() {
        inbox.admit("consumer", List.of("a"));

        assertThat(inbox.admit("another", List.of("a"))).containsExactly("a");
    }

    @Test
    void admitsAgainWhatWasRolledBack() {
        transaction.executeWithoutResult(status -> {
            inbox.admit("consumer", List.of("a"));
            status.setRollbackOnly();
        });

        assertThat(inbox.admit("consumer", List.of("a"))).containsExactly("a");
    }

    @Test
    void makesAConcurrentTransactionWaitAndThenAdmitsNothingToIt() {
        assertThat(whileAnother(false, () -> inTransaction("c", "b", "a")).join())
                .containsExactly("c");
    }

    @Test
    void admitsToAConcurrentTransactionWhatTheFirstRollsBack() {
        assertThat(whileAnother(true, () -> inTransaction("c", "b", "a")).join())
                .containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void makesAConcurrentTransactionWaitAndThenDoesNotAdmitAllOfIt() {
        assertThatThrownBy(whileAnother(false, () -> allInTransaction("consumer", "c", "b", "a"))::join)
                .hasCauseInstanceOf(DuplicateKeyException.class);
    }

    @Test
    void admitsToAConcurrentTransactionAllThatTheFirstRollsBack() {
        assertThat(whileAnother(true, () -> allInTransaction("consumer", "c", "b", "a"))
                        .join())
                .containsExactlyInAnyOrder("a", "b", "c");
    }

    /** One transaction admits a and b; before it ends, another begins and waits for its lock. */
    private CompletableFuture<Set<String>> whileAnother(boolean rollsBack, Supplier<Set<String>> second) {
        AtomicReference<CompletableFuture<Set<String>>> other = new AtomicReference<>(new CompletableFuture<>());
        transaction.executeWithoutResult(status -> {
            inbox.admit("consumer", List.of("a", "b"));
            other.set(CompletableFuture.supplyAsync(second));
            await().until(() -> waitingForALock() == 1);
            if (rollsBack) {
                status.setRollbackOnly();
            }
        });
        return other.get();
    }

    private Set<String> allInTransaction(String consumer, String... ids) {
        transaction.executeWithoutResult(status -> inbox.admitAllOf(consumer, List.of(ids)));
        return Set.of(ids);
    }

    private Set<String> inTransaction(String... ids) {
        Set<String> admitted = transaction.execute(status -> inbox.admit("consumer", List.of(ids)));
        return admitted == null ? Set.of() : admitted;
    }

    private int waitingForALock() {
        Integer waiting = database.jdbc().queryForObject("""
                        SELECT count(*) FROM pg_stat_activity
                        WHERE datname = current_database() AND wait_event_type = 'Lock'
                        """, Integer.class);
        return waiting == null ? 0 : waiting;
    }

    @Test
    void forgetsWhatIsOldUpToALimit() {
        inbox.admit("consumer", List.of("a", "b", "c"));
        database.jdbc().update("UPDATE inbox SET received_at = received_at - interval '2 days'");
        inbox.admit("consumer", List.of("d"));

        assertThat(inbox.forgetOlderThan(Duration.ofDays(1), 2)).isEqualTo(2);
        assertThat(inbox.forgetOlderThan(Duration.ofDays(1), 2)).isEqualTo(1);
        assertThat(inbox.forgetOlderThan(Duration.ofDays(1), 2)).isZero();
        assertThat(inbox.admit("consumer", List.of("a", "d"))).containsExactly("a");
    }
}
