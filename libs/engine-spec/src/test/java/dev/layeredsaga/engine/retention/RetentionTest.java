package dev.layeredsaga.engine.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.inventory.ClaimConfirmed;
import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.EngineOnDatabase;
import dev.layeredsaga.engine.definition.LocalParticipant;
import dev.layeredsaga.messaging.heartbeat.Activity;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.sweep.Sweeps;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;

/** Tens of thousands of sagas, and two instances that clear up side by side. */
class RetentionTest {

    private static final Duration KEEP = Duration.ofDays(30);

    private final EngineOnDatabase database = EngineOnDatabase.empty();
    private final AtomicInteger transactions = new AtomicInteger();
    private final ForgetfulParticipant participant = new ForgetfulParticipant();
    private final FinishedSagas sagas = new FinishedSagas(database.jdbc(), List.of(participant));

    @Test
    void removesWhatEndedLongAgoWithItsHistoryAndNothingElse() {
        sagas(20_000, "COMPLETED", 31);
        sagas(10_000, "COMPENSATED", 400);
        sagas(3_000, "COMPLETED", 29);
        List.of("RUNNING", "COMPENSATING", "STUCK").forEach(status -> sagas(1_000, status, 400));

        bothRemoveTheOld();

        assertThat(statuses("saga"))
                .containsExactly("COMPENSATING 1000", "COMPLETED 3000", "RUNNING 1000", "STUCK 1000");
        assertThat(count("SELECT count(*) FROM saga_attempt")).isEqualTo(2 * 6_000);
        assertThat(count("SELECT count(*) FROM saga_action")).isEqualTo(6_000);
        assertThat(count("SELECT count(*) FROM saga_signal")).isEqualTo(6_000);
        assertThat(count("SELECT count(*) FROM saga_attempt WHERE saga_id NOT IN (SELECT id FROM saga)"))
                .isZero();
    }

    @Test
    void removesInSmallTransactions() {
        sagas(1_200, "COMPLETED", 31);

        removeTheOld();

        assertThat(transactions).hasValue(3);
        assertThat(count("SELECT count(*) FROM saga")).isZero();
    }

    /** The first instance is in the middle of a batch when the second one looks. */
    @Test
    void passesByWhatAnotherInstanceIsJustRemoving() {
        sagas(1_000, "COMPLETED", 31);
        AtomicInteger others = new AtomicInteger();

        database.inTransaction(() -> {
            sagas.removeOlderThan(KEEP, 400, Set.of());
            others.set(CompletableFuture.supplyAsync(() -> database.transaction()
                            .execute(status ->
                                    sagas.removeOlderThan(KEEP, 1_000, Set.of()).removed()))
                    .orTimeout(60, TimeUnit.SECONDS)
                    .join());
        });

        assertThat(others).hasValue(600);
        assertThat(count("SELECT count(*) FROM saga")).isZero();
    }

    @Test
    void leavesNoTraceThatALateReplyCouldHarm() {
        UUID id = database.startedTrip();
        database.sql()
                .sql("UPDATE saga SET status = 'COMPLETED', updated_at = now() - interval '31 days'")
                .update();
        removeTheOld();
        database.outbox().clear();

        database.inTransaction(
                () -> database.engine().reply(List.of(new ClaimConfirmed(new StepAttempt(id, "train", 1)))));

        assertThat(database.outbox().published()).isEmpty();
        assertThat(count("SELECT count(*) FROM saga")).isZero();
    }

    /** More than a batch of them, and the oldest: they must not stand in the way of the others. */
    @Test
    void keepsWhatAParticipantStillHasWorkToDoFor() {
        sagas(700, "COMPENSATED", 400);
        participant.unfinished.addAll(
                database.sql().sql("SELECT id FROM saga").query(UUID.class).list());
        sagas(900, "COMPLETED", 31);

        removeTheOld();

        assertThat(statuses("saga")).containsExactly("COMPENSATED 700");
        assertThat(count("SELECT count(*) FROM saga_attempt")).isEqualTo(2 * 700);
        assertThat(participant.forgotten).hasSize(900).doesNotContainAnyElementsOf(participant.unfinished);
    }

    private static final class ForgetfulParticipant implements LocalParticipant {

        private final Set<UUID> unfinished = ConcurrentHashMap.newKeySet();
        private final Set<UUID> forgotten = ConcurrentHashMap.newKeySet();

        @Override
        public String name() {
            return "forgetful";
        }

        @Override
        public List<SagaReply> handle(List<? extends SagaCommand> commands) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Set<UUID> unfinished(Collection<UUID> sagaIds) {
            return sagaIds.stream().filter(unfinished::contains).collect(Collectors.toSet());
        }

        @Override
        public void forget(Collection<UUID> sagaIds) {
            forgotten.addAll(sagaIds);
        }
    }

    private void bothRemoveTheOld() {
        try (ExecutorService instances = Executors.newFixedThreadPool(2)) {
            instances.execute(this::removeTheOld);
            instances.execute(this::removeTheOld);
        }
    }

    private void removeTheOld() {
        TransactionOperations counting = new TransactionOperations() {
            @Override
            public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
                transactions.incrementAndGet();
                return database.transaction().execute(action);
            }
        };
        Retention retention = new Retention(sagas, new RetentionSettings(KEEP, Duration.ofHours(1), 500));
        new Sweeps(List.of(retention), List.of(), counting, new Heartbeats(), new SimpleMeterRegistry(), new Activity())
                .tick();
    }

    /** Sagas that were touched last so many days ago, with two attempts each. */
    private void sagas(int count, String status, int daysAgo) {
        database.sql().sql("""
                WITH added AS (
                  INSERT INTO saga (id, definition, definition_version, status, direction, attempt, step_since, deadline, data,
                    sequence, created_at, updated_at, version)
                  SELECT gen_random_uuid(), 'trip', 3, ?, 'FORWARD', 1, old, old, '{}', 1, old, old, 1
                  FROM generate_series(1, ?), (SELECT now() - make_interval(days => ?)) AS age (old)
                  RETURNING id
                ), acted AS (
                  INSERT INTO saga_action (saga_id, action, operator, reason, requested_at, revision, step, direction, attempt)
                  SELECT id, 'RETRY', 'kim', 'why not', now(), 1, 'train', 'FORWARD', 1 FROM added
                ), signalled AS (
                  INSERT INTO saga_signal (saga_id, key, name, payload) SELECT id, 'key', 'approved', '{}' FROM added
                )
                INSERT INTO saga_attempt (saga_id, step, direction, attempt, sent_at, ended_at, result)
                SELECT id, 'train', 'FORWARD', attempt, now(), now(), 'DONE' FROM added, generate_series(1, 2) AS attempt
                """).params(status, count, daysAgo).update();
    }

    private List<@Nullable String> statuses(String table) {
        return database.sql()
                .sql("SELECT status || ' ' || count(*) FROM " + table + " GROUP BY status ORDER BY status")
                .query(String.class)
                .list();
    }

    private long count(String sql) {
        return database.sql().sql(sql).query(Long.class).single();
    }
}
