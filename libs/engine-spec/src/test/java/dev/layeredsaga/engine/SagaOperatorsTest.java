package dev.layeredsaga.engine;

import static dev.layeredsaga.engine.EngineOnDatabase.replyTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.layeredsaga.engine.ActionOutcome.Accepted;
import dev.layeredsaga.engine.ActionOutcome.Refused;
import dev.layeredsaga.engine.SagaOperators.BulkOutcome;
import dev.layeredsaga.engine.TripSaga.TrainBooked;
import dev.layeredsaga.engine.query.ActionView;
import dev.layeredsaga.engine.query.ActionView.State;
import dev.layeredsaga.engine.query.SagaFilter;
import dev.layeredsaga.engine.state.ActionRefusal;
import dev.layeredsaga.engine.state.ActionRequest;
import dev.layeredsaga.engine.state.SagaAction;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.engine.state.SeenSaga;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;

/** Operators on PostgreSQL: who wins, what is audited, and many at once. */
class SagaOperatorsTest {

    private static final SagaFilter TRIPS = new SagaFilter(null, "train", null);

    private final EngineOnDatabase database = EngineOnDatabase.empty();

    @Test
    void auditsWhatIsAccepted() {
        UUID id = database.startedTrip();

        SeenSaga seen = seen(id);
        move(id);
        move(id);

        ActionOutcome outcome = database.operators().act(seen, asks(SagaAction.RETRY));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Accepted.class,
                        accepted -> assertThat(accepted.saga().actions())
                                .singleElement()
                                .satisfies(action -> {
                                    assertThat(action.action()).isEqualTo(SagaAction.RETRY);
                                    assertThat(action.operator()).isEqualTo("kim");
                                    assertThat(action.reason()).isEqualTo("the agency is back");
                                    assertThat(action.revision()).isEqualTo(seen.revision());
                                    assertThat(action.step()).isEqualTo("train");
                                    assertThat(action.state()).isEqualTo(State.REQUESTED);
                                }));
        assertThat(database.outbox().typesOf(id)).containsExactly("TripStarted", "BookTrain", "BookTrain");
    }

    @Test
    void auditsNothingThatIsRefused() {
        UUID id = database.startedTrip();

        ActionOutcome outcome = database.operators().act(seen(id), asks(SagaAction.SKIP));

        assertThat(outcome).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.why()).isEqualTo(ActionRefusal.NOT_SKIPPABLE);
            assertThat(refused.saga()).isEqualTo(database.saga(id));
        });
        assertThat(audited()).isZero();
        assertThat(database.version(id)).isZero();
    }

    /** One transaction: what cannot be audited does not happen either. */
    @Test
    void doesNothingThatCannotBeAudited() {
        UUID id = database.startedTrip();
        database.sql()
                .sql("ALTER TABLE saga_action RENAME TO saga_action_elsewhere")
                .update();
        try {
            assertThatThrownBy(() -> database.operators().act(seen(id), asks(SagaAction.RETRY)))
                    .isInstanceOf(InvalidDataAccessResourceUsageException.class);
        } finally {
            database.sql()
                    .sql("ALTER TABLE saga_action_elsewhere RENAME TO saga_action")
                    .update();
        }

        assertThat(database.version(id)).isZero();
        assertThat(database.outbox().typesOf(id)).containsExactly("TripStarted", "BookTrain");
    }

    @Test
    void auditsNothingThatIsRolledBack() {
        UUID id = database.startedTrip();

        assertThatThrownBy(() -> database.inTransaction(() -> {
                    assertThat(database.engine().act(List.of(seen(id)), asks(SagaAction.RETRY)))
                            .isEmpty();
                    throw new IllegalStateException("after all");
                }))
                .hasMessage("after all");

        assertThat(audited()).isZero();
    }

    @Test
    void refusesAnOperatorWhoHasSeenAnEarlierRevision() {
        UUID id = database.startedTrip();
        SeenSaga before = seen(id);
        database.operators().act(before, asks(SagaAction.RETRY));

        assertThat(database.operators().act(before, asks(SagaAction.RETRY)))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.why()).isEqualTo(ActionRefusal.REVISION_OUTDATED));

        assertThat(audited()).isEqualTo(1);
        assertThat(database.saga(id).attempt()).isEqualTo(2);
    }

    @Test
    void refusesAnOperatorWhoHasSeenAnotherStep() {
        UUID id = database.startedTrip();
        SeenSaga seen = seen(id);
        database.reply(replyTo(id, "train", TrainBooked::new));

        assertThat(database.operators().act(seen, asks(SagaAction.COMPENSATE)))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.why()).isEqualTo(ActionRefusal.REVISION_OUTDATED));
    }

    /** Each attempt of a saga that is tried again moves it; this one between the operator's look and the commit, too. */
    @Test
    void actsOnASagaThatMovesWithoutGettingAnywhere() {
        UUID id = database.startedTrip();
        SeenSaga seen = seen(id);
        move(id);
        SagaOperators operators = operatorsInterruptedBy(() -> move(id));

        assertThat(operators.act(seen, asks(SagaAction.COMPENSATE))).isInstanceOf(Accepted.class);

        assertThat(database.outbox().typesOf(id))
                .containsExactly("TripStarted", "BookTrain", "CompensationStarted", "CancelTrain");
    }

    /** Both have read the same revision; the second one commits between the first one's look at it and its commit. */
    @Test
    void letsOneOfTwoOperatorsWinWhoActAtOnce() {
        UUID id = database.startedTrip();
        SeenSaga seen = seen(id);
        SagaOperators first =
                operatorsInterruptedBy(() -> assertThat(database.operators().act(seen, asks(SagaAction.COMPENSATE)))
                        .isInstanceOf(Accepted.class));

        assertThat(first.act(seen, asks(SagaAction.RETRY))).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.why()).isEqualTo(ActionRefusal.REVISION_OUTDATED);
            assertThat(refused.saga()).isEqualTo(database.saga(id));
        });

        assertThat(database.saga(id).actions()).extracting(ActionView::action).containsExactly(SagaAction.COMPENSATE);
        assertThat(database.outbox().typesOf(id))
                .containsExactly("TripStarted", "BookTrain", "CompensationStarted", "CancelTrain");
    }

    @Test
    void refusesWhatTheDefinitionCannotHandle() {
        UUID id = database.startedCursedTrip();

        assertThat(database.operators().act(seen(id), asks(SagaAction.RETRY)))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.why()).isEqualTo(ActionRefusal.ACTION_FAILED));

        assertThat(audited()).isZero();
        assertThat(database.version(id)).isZero();
    }

    @Test
    void actsOnEverySagaThatTheFilterFindsEachForItself() {
        UUID retried = database.startedTrip();
        UUID compensated = database.startedTrip();
        database.inTransaction(() -> database.engine().cancel(List.of(compensated), TripSaga.FULL));
        UUID cursed = database.startedCursedTrip();
        UUID fromTheFuture = database.startedTrip();
        database.sql()
                .sql("UPDATE saga SET definition_version = 99 WHERE id = ?")
                .param(fromTheFuture)
                .update();

        BulkOutcome outcome = database.operators().actOnAll(TRIPS, null, 100, asks(SagaAction.RETRY));

        assertThat(outcome.requested()).containsExactlyInAnyOrder(retried, compensated);
        assertThat(outcome.refused())
                .containsOnly(
                        entry(cursed, ActionRefusal.ACTION_FAILED),
                        entry(fromTheFuture, ActionRefusal.UNKNOWN_DEFINITION));
        assertThat(audited()).isEqualTo(2);
    }

    @Test
    void leavesThoseAloneThatTheFilterDoesNotFindAndThoseThatHaveEnded() {
        UUID other = database.startedCursedTrip();
        UUID ended = database.startedTrip();
        database.sql()
                .sql("UPDATE saga SET status = 'COMPLETED' WHERE id = ?")
                .param(ended)
                .update();
        UUID found = database.startedTrip();

        BulkOutcome outcome = database.operators()
                .actOnAll(new SagaFilter(SagaStatus.RUNNING, "train", "trip"), null, 100, asks(SagaAction.COMPENSATE));

        assertThat(outcome.requested()).containsExactly(found);
        assertThat(outcome.refused()).isEmpty();
        assertThat(database.version(other)).isZero();
        assertThat(database.version(ended)).isZero();
    }

    /** The saga changes after the filter has found it and before the commit. */
    @Test
    void refusesOnlyTheSagaThatHasGoneOnMeanwhile() {
        UUID changed = database.startedTrip();
        UUID untouched = database.startedTrip();
        SagaOperators operators = operatorsInterruptedBy(() -> {
            database.operators().act(seen(changed), asks(SagaAction.COMPENSATE));
            move(untouched);
        });

        BulkOutcome outcome = operators.actOnAll(TRIPS, null, 100, asks(SagaAction.RETRY));

        assertThat(outcome.requested()).containsExactly(untouched);
        assertThat(outcome.refused()).containsOnly(entry(changed, ActionRefusal.REVISION_OUTDATED));
        assertThat(database.saga(changed).actions())
                .extracting(ActionView::action)
                .containsExactly(SagaAction.COMPENSATE);
    }

    @Test
    void takesManySagasInShortTransactions() {
        trips(120);

        BulkOutcome outcome = database.operators().actOnAll(TRIPS, null, 1000, asks(SagaAction.RETRY));

        assertThat(outcome.requested()).hasSize(120);
        assertThat(transactionsThatAudited()).isEqualTo(3);
    }

    @Test
    void stopsAtTheLimitAndGoesOnFromThere() {
        trips(120);

        BulkOutcome first = database.operators().actOnAll(TRIPS, null, 70, asks(SagaAction.RETRY));
        BulkOutcome second =
                database.operators().actOnAll(TRIPS, first.requested().getLast(), 70, asks(SagaAction.RETRY));

        assertThat(first.requested()).hasSize(70);
        assertThat(second.requested()).hasSize(50).doesNotContainAnyElementsOf(first.requested());
    }

    private void trips(int count) {
        database.startTrips(
                IntStream.range(0, count).mapToObj(i -> UUID.randomUUID()).toArray(UUID[]::new));
    }

    /** Something happens, once, when everything has been done but not yet committed. */
    private SagaOperators operatorsInterruptedBy(Runnable interruption) {
        return new SagaOperators(database.engine(), database.queries(), new TransactionOperations() {
            private boolean interrupted;

            @Override
            public <T extends @Nullable Object> T execute(TransactionCallback<T> work) {
                return database.transaction().execute(status -> {
                    T result = work.doInTransaction(status);
                    if (!interrupted) {
                        interrupted = true;
                        inAnotherThread(interruption);
                    }
                    return result;
                });
            }
        });
    }

    private static void inAnotherThread(Runnable work) {
        try {
            Thread.ofPlatform().start(work).join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void move(UUID id) {
        database.sql()
                .sql("UPDATE saga SET version = version + 1 WHERE id = ?")
                .param(id)
                .update();
    }

    private SeenSaga seen(UUID id) {
        return new SeenSaga(id, database.revision(id));
    }

    private static ActionRequest asks(SagaAction action) {
        return new ActionRequest(action, "kim", "the agency is back");
    }

    private int audited() {
        return count("SELECT count(*) FROM saga_action");
    }

    private int transactionsThatAudited() {
        return count("SELECT count(DISTINCT xmin::text) FROM saga_action");
    }

    private int count(String sql) {
        return database.sql().sql(sql).query(Integer.class).single();
    }
}
