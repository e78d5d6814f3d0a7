package dev.layeredsaga.messaging.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionTemplate;

class OnePerTransactionTest {

    private final MessagingDatabase database = MessagingDatabase.connect(MessagingDatabase.migrated());
    private final TransactionTemplate transaction = database.transaction();
    private final TransactionTemplate within = database.transaction();
    private final Object owner = new Object();

    private static final class Gathering implements TransactionSynchronization {

        private int commits;

        @Override
        public void beforeCommit(boolean readOnly) {
            commits++;
        }
    }

    @AfterEach
    void disconnect() {
        database.close();
    }

    @Test
    void isTheSameForAllWhoAddToIt() {
        Gathering gathering = in(transaction, () -> {
            Gathering first = gathering();
            assertThat(gathering()).isSameAs(first);
            return first;
        });

        assertThat(gathering.commits).isOne();
    }

    @Test
    void isAnotherForTheNextTransactionAlsoAfterARollback() {
        Gathering first = in(transaction, this::gathering);
        Gathering second = Objects.requireNonNull(transaction.execute(status -> {
            status.setRollbackOnly();
            return gathering();
        }));
        Gathering third = in(transaction, this::gathering);

        assertThat(second).isNotSameAs(first).isNotSameAs(third);
        assertThat(second.commits).isZero();
    }

    @Test
    void isAnotherForATransactionWithinTheTransaction() {
        within.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);

        in(transaction, () -> {
            Gathering outer = gathering();
            Gathering inner = in(within, this::gathering);
            assertThat(inner).isNotSameAs(outer);
            assertThat(inner.commits).isOne();
            assertThat(outer.commits).isZero();
            assertThat(gathering()).isSameAs(outer);
            return outer;
        });
    }

    @Test
    void isAnotherForAnotherOwner() {
        in(transaction, () -> {
            Gathering own = gathering();
            assertThat(OnePerTransaction.of(new Object(), Gathering.class, Gathering::new))
                    .isNotSameAs(own);
            return own;
        });
    }

    @Test
    void needsATransaction() {
        assertThatIllegalStateException().isThrownBy(this::gathering);
    }

    private Gathering gathering() {
        return OnePerTransaction.of(owner, Gathering.class, Gathering::new);
    }

    private static Gathering in(TransactionTemplate transaction, Supplier<Gathering> work) {
        return Objects.requireNonNull(transaction.execute(status -> work.get()));
    }
}
