package dev.layeredsaga.orchestrator.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.messaging.failure.FailureKind;
import dev.layeredsaga.orchestrator.DatabaseSlice;
import dev.layeredsaga.orchestrator.deadletter.LetterOperators.RefusedLetter;
import dev.layeredsaga.orchestrator.deadletter.LetterRequest.LetterAction;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** The second operator asks while the first one's message is on its way to the broker. */
class LetterOperatorsRaceTest {

    private static final ConfigurableApplicationContext CONTEXT =
            DatabaseSlice.start(DeadLetterTable.class, LetterActions.class);

    private final JdbcClient jdbc = CONTEXT.getBean(JdbcClient.class);
    private final DeadLetterTable table = CONTEXT.getBean(DeadLetterTable.class);
    private final AtomicInteger sends = new AtomicInteger();
    private final LetterOperators operators = new LetterOperators(
            table,
            CONTEXT.getBean(LetterActions.class),
            new SlowBroker(),
            new SimpleMeterRegistry(),
            CONTEXT.getBean(TransactionOperations.class));

    @Test
    void sendsOnceAndAnswersTheSecondOperatorThatItIsDone() {
        LetterId id = new LetterId("saga.replies.dlt", 0, 1);
        Letter.Why why = new Letter.Why(0, 1, null, Instant.now(), "group", "a test");
        table.add(new Letter(id, why, new Letter.Content(null, new byte[] {1}, List.of()), true));

        CompletableFuture<Optional<RefusedLetter>> first = resend(id);
        await().until(() -> sends.get() == 1);
        CompletableFuture<Optional<RefusedLetter>> second = resend(id);

        assertThat(first.orTimeout(60, TimeUnit.SECONDS).join()).isEmpty();
        assertThat(second.orTimeout(60, TimeUnit.SECONDS).join())
                .contains(new RefusedLetter(id, LetterRefusal.DEAD_LETTER_NOT_OPEN, null));
        assertThat(sends).hasValue(1);
    }

    private CompletableFuture<Optional<RefusedLetter>> resend(LetterId id) {
        LetterRequest request = new LetterRequest(LetterAction.RESEND, "kim", "mended", false);
        return CompletableFuture.supplyAsync(
                // until the other has let go of the row, however long that takes
                () -> await().ignoreExceptionsMatching(FailureKind::isLockTimeout)
                        .until(() -> operators.act(id, request), Objects::nonNull),
                Thread::startVirtualThread);
    }

    /** Confirms once the other operator waits for the letter, or has sent it, too. */
    private final class SlowBroker implements OriginTopics {

        @Override
        public Overtaking behind(Letter letter) {
            return Overtaking.NOTHING;
        }

        @Override
        public long send(Letter letter) {
            int number = sends.incrementAndGet();
            await().until(() -> sends.get() > 1 || isAnyoneWaiting());
            return number;
        }

        private boolean isAnyoneWaiting() {
            return jdbc.sql("SELECT count(*) FROM pg_stat_activity"
                                    + " WHERE datname = current_database() AND wait_event_type = 'Lock'")
                            .query(Integer.class)
                            .single()
                    > 0;
        }
    }
}
