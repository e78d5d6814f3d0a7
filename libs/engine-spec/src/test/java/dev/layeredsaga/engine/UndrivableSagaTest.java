package dev.layeredsaga.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.ActionOutcome.Accepted;
import dev.layeredsaga.engine.ActionOutcome.Refused;
import dev.layeredsaga.engine.TripSaga.Trip;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.state.ActionRefusal;
import dev.layeredsaga.engine.state.ActionRequest;
import dev.layeredsaga.engine.state.EndedAttempt.Result;
import dev.layeredsaga.engine.state.LockedSaga;
import dev.layeredsaga.engine.state.SagaAction;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.engine.state.SeenSaga;
import dev.layeredsaga.messaging.failure.StartupException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.DataAccessResourceFailureException;

/** Sagas that this program cannot drive, each in one transaction with neighbours that it can. */
class UndrivableSagaTest {

    private static final Reason CANCELLED = Reason.of(TripSaga.CANCELLED_BY_TRAVELLER, "the customer cancelled");

    /** For so long a saga of an unknown version has to be due before this program takes it. */
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(30);

    private final EngineOnDatabase database = EngineOnDatabase.empty();
    private final UUID bob = UUID.randomUUID();
    private final UUID ada = UUID.randomUUID();

    @AfterEach
    void mend() {
        FragileTrip.mend();
    }

    @Test
    void aReplyThatThrowsCostsATryAndIsAskedForAgainUntilTheSagaIsStuck() {
        start();
        FragileTrip.breakBy(FragileTrip.REPLY);

        database.reply(new TripSaga.TrainBooked(attempt(bob, 1)), new TripSaga.TrainBooked(attempt(ada, 1)));

        assertThat(database.saga(ada).step()).isEqualTo("hotel");
        assertThat(database.saga(bob).status()).isEqualTo(SagaStatus.RUNNING);
        assertThat(database.saga(bob).nextAttemptAt()).isBefore(Instant.now().plusSeconds(3));
        for (int attempt = 2; attempt <= 3; attempt++) {
            due(bob);
            assertThat(database.outbox().typesOf(bob)).endsWith("BookTrain");
            database.reply(new TripSaga.TrainBooked(attempt(bob, attempt)));
        }
        expectStuck("IllegalStateException at dev.layeredsaga.engine.FragileTrip.failIf");
        assertThat(database.saga(bob).timeline())
                .filteredOn(ended -> ended.result() == Result.FAILED)
                .hasSize(3)
                .allSatisfy(ended -> assertThat(ended.detail()).contains("a bug in reply"));
    }

    /** Late and repeated ones, too: what nothing awaits proves nothing. */
    @Test
    void countsARepliesFailureOncePerAttempt() {
        start();
        FragileTrip.breakBy(FragileTrip.REPLY);

        for (int i = 0; i < 5; i++) {
            database.reply(new TripSaga.TrainBooked(attempt(bob, 1)));
        }

        assertThat(failedRuns(bob)).isEqualTo(1);
    }

    @Test
    void aCommandThatCannotBeMadeCostsOnlyItsOwnSaga() {
        start();
        FragileTrip.breakBy(FragileTrip.COMMAND);

        for (int i = 0; i < 3; i++) {
            due(bob, ada);
        }

        expectStuck("IllegalStateException");
        assertThat(database.saga(ada).attempt()).isEqualTo(4);
        assertThat(database.saga(bob).attempt()).isEqualTo(1);
    }

    /** A run that throws has no effects: no event, no line of the timeline. */
    @Test
    void aCompensationThatThrowsGetsStuckAndIsDoneOnceItIsMended() {
        start();
        FragileTrip.breakBy(FragileTrip.COMPENSATION);

        cancel(bob, ada);
        assertThat(database.outbox().typesOf(bob)).containsExactly("TripStarted", "BookTrain");
        assertThat(database.outbox().typesOf(ada)).endsWith("CompensationStarted", "CancelTrain");
        due(bob);
        due(bob);
        expectStuck("IllegalStateException");

        FragileTrip.mend();
        due(bob);

        assertThat(database.saga(bob).status()).isEqualTo(SagaStatus.COMPENSATING);
        assertThat(database.saga(bob).reason()).isEqualTo(CANCELLED);
        assertThat(database.outbox().typesOf(bob))
                .containsExactly("TripStarted", "BookTrain", "SagaStuck", "CompensationStarted", "CancelTrain");
    }

    @Test
    void aSagaThatCannotBeStartedIsStartedOnceItIsMended() {
        FragileTrip.breakBy(FragileTrip.STARTED);
        start();
        due(bob);
        due(bob);
        assertThat(database.outbox().typesOf(ada)).containsExactly("TripStarted", "BookTrain");
        assertThat(database.outbox().typesOf(bob)).containsExactly("SagaStuck");
        start();

        FragileTrip.mend();
        due(bob);

        assertThat(database.outbox().typesOf(bob)).containsExactly("SagaStuck", "TripStarted", "BookTrain");
        database.reply(new TripSaga.TrainBooked(attempt(bob, 1)));
        assertThat(database.saga(bob).status()).isEqualTo(SagaStatus.RUNNING);
        assertThat(database.saga(bob).step()).isEqualTo("hotel");
    }

    @Test
    void anEndThatThrowsIsNoEnd() {
        start();
        database.reply(new TripSaga.TrainBooked(attempt(bob, 1)));
        FragileTrip.breakBy(FragileTrip.COMPLETED);
        for (int attempt = 1; attempt <= 3; attempt++) {
            database.reply(new TripSaga.HotelBooked(new StepAttempt(bob, "hotel", attempt)));
            due(bob);
        }
        assertThat(database.saga(bob).status()).isEqualTo(SagaStatus.STUCK);

        FragileTrip.mend();
        database.reply(new TripSaga.HotelBooked(new StepAttempt(bob, "hotel", 4)));

        assertThat(database.saga(bob).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(database.outbox().typesOf(bob)).endsWith("SagaStuck", "BookHotel", "TripBooked");
    }

    @ParameterizedTest
    @CsvSource({
        "definition_version = 99, no definition of saga 'fragile-trip' version 99",
        "data = 'null', " + "NullPointerException",
        "data = '{', Exception"
    })
    void aSagaThatThisProgramCannotReadGetsStuckWhateverHappensToIt(String damage, String why) {
        start();
        damage(damage);

        start();
        database.reply(new TripSaga.TrainBooked(attempt(bob, 1)), new TripSaga.TrainBooked(attempt(ada, 1)));
        cancel(bob);
        due(bob);
        due(bob);
        due(bob);

        expectStuck(why);
        assertThat(database.saga(ada).step()).isEqualTo("hotel");
    }

    @Tag("timing")
    @Test
    void isTriedAgainRarelyAndSaysSoOnce() {
        start();
        damage("definition_version = 99");
        for (int i = 0; i < 8; i++) {
            due(bob);
        }

        expectStuck("version 99");
        assertThat(database.saga(bob).nextAttemptAt())
                .isBetween(Instant.now().plusSeconds(110), Instant.now().plusSeconds(301));
        assertThat(database.saga(bob).timeline()).hasSize(3);
    }

    @Test
    void healsByItselfOnceTheProgramIsMended() {
        start();
        damage("definition_version = 99");
        stuckBob();
        damage("definition_version = 1");

        due(bob);
        assertThat(database.saga(bob).nextAttemptAt()).isAfter(Instant.now().plusSeconds(60));
        database.reply(new TripSaga.TrainBooked(attempt(bob, 2)));

        assertThat(database.saga(bob).status()).isEqualTo(SagaStatus.RUNNING);
        assertThat(failedRuns(bob)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "definition_version = 99, RESOLVE_COMPLETED, COMPLETED, TripBooked",
        "definition_version = 99, RESOLVE_COMPENSATED, COMPENSATED, TripRefused",
        "data = '{', RESOLVE_COMPLETED, COMPLETED, TripBooked",
        "data = '{', RESOLVE_COMPENSATED, COMPENSATED, TripRefused"
    })
    void isEndedByHandWithOneEvent(String damage, SagaAction action, SagaStatus status, String event) {
        start();
        damage(damage);
        stuckBob();

        assertThat(act(new ActionRequest(action, "kim", "by hand"))).isInstanceOf(Accepted.class);

        assertThat(database.saga(bob).status()).isEqualTo(status);
        assertThat(database.saga(bob).actions()).hasSize(1);
        assertThat(database.outbox().typesOf(bob)).containsExactly("TripStarted", "BookTrain", "SagaStuck", event);
        assertThat(act(new ActionRequest(action, "kim", "again")))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.why()).isEqualTo(ActionRefusal.SAGA_ENDED));
        due(bob);
        database.reply(new TripSaga.TrainBooked(attempt(bob, 1)));
        cancel(bob);
        assertThat(database.outbox().typesOf(bob)).hasSize(4);
    }

    @Test
    void aCustomersCancellationIsTheReasonOfItsEnd() {
        start();
        damage("definition_version = 99");
        cancel(bob);
        stuckBob();

        act(new ActionRequest(SagaAction.RESOLVE_COMPENSATED, "kim", "by hand"));

        assertThat(database.outbox().typesOf(bob)).endsWith("TripCancelled");
    }

    @ParameterizedTest
    @CsvSource({"RETRY", "SKIP", "COMPENSATE"})
    void needsItsDefinitionForEverythingElse(SagaAction action) {
        start();
        damage("definition_version = 99");

        expectRefusal(new ActionRequest(action, "kim", "please"), ActionRefusal.UNKNOWN_DEFINITION);
    }

    @Test
    void goesOnWithTheVersionThatItIsMovedTo() {
        database.startTrips(bob);
        damage("definition_version = 99");
        stuckBob();

        act(new ActionRequest(SagaAction.RETRY, "kim", "moved", 4));

        assertThat(database.saga(bob).version()).isEqualTo(4);
        assertThat(database.saga(bob).status()).isEqualTo(SagaStatus.RUNNING);
        assertThat(database.saga(bob).actions())
                .singleElement()
                .satisfies(action -> assertThat(action.definitionVersion()).isEqualTo(4));
        database.reply(new TripSaga.TrainBooked(attempt(bob, 2)));
        assertThat(database.saga(bob).step()).as("version 4 has no weather").isEqualTo("hotel");
    }

    @Test
    void isNotMovedToAVersionThatIsUnknownOrLacksItsStep() {
        database.startTrips(bob);
        database.reply(new TripSaga.TrainBooked(attempt(bob, 1)));
        assertThat(database.saga(bob).step()).isEqualTo("weather");

        expectRefusal(new ActionRequest(SagaAction.RETRY, "kim", "moved", 4), ActionRefusal.NO_SUCH_STEP);
        expectRefusal(new ActionRequest(SagaAction.RETRY, "kim", "moved", 77), ActionRefusal.UNKNOWN_DEFINITION);
    }

    /** A rolling update: sagas of either version are in flight, and a program that has both drives each by its own. */
    @Test
    void aProgramWithBothVersionsFinishesEachByItsOwn() {
        UUID old = bob;
        UUID young = ada;
        database.startTrips(old);
        database.inTransaction(() ->
                database.engine().start(TripSaga.nextVersion(), Map.of(young, new Trip("Ada", 0))));

        database.reply(new TripSaga.TrainBooked(attempt(old, 1)), new TripSaga.TrainBooked(attempt(young, 1)));

        assertThat(database.saga(old).step()).isEqualTo("weather");
        assertThat(database.saga(young).step()).isEqualTo("hotel");
        database.reply(new TripSaga.Weather(new StepAttempt(old, "weather", 1), 3));
        database.reply(
                new TripSaga.HotelBooked(new StepAttempt(old, "hotel", 1)),
                new TripSaga.HotelBooked(new StepAttempt(young, "hotel", 1)));
        assertThat(List.of(database.saga(old), database.saga(young)))
                .extracting(SagaView::status)
                .containsOnly(SagaStatus.COMPLETED);
    }

    @Test
    void aProgramThatLacksAVersionInFlightDoesNotStart() {
        start();
        SagaDefinitions known = new SagaDefinitions(List.of(FragileTrip.definition()), List.of(TripSaga.AGENCY));
        new VersionsInFlight(database.sql(), known, false);
        damage("definition_version = 0");

        assertThatThrownBy(() -> new VersionsInFlight(database.sql(), known, false))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("no definition of saga 'fragile-trip' version 0, of which 1 is in flight");
        new VersionsInFlight(database.sql(), known, true);

        damage("status = 'COMPLETED'");
        new VersionsInFlight(database.sql(), known, false);
    }

    /** A database failure says nothing about the saga: the whole transaction fails, and its caller repeats it. */
    @Test
    void aFailureOfTheDatabaseIsNotCounted() {
        start();
        database.sql()
                .sql("ALTER TABLE saga_attempt RENAME TO attempt_elsewhere")
                .update();
        try {
            assertThatThrownBy(() -> database.reply(new TripSaga.TrainBooked(attempt(bob, 1))))
                    .isInstanceOf(RuntimeException.class);
        } finally {
            database.sql()
                    .sql("ALTER TABLE attempt_elsewhere RENAME TO saga_attempt")
                    .update();
        }

        assertThat(failedRuns(bob)).isZero();
    }

    /** Nor does it count where a definition asks the database. */
    @Test
    void aFailureOfTheDatabaseInsideADefinitionIsNotCounted() {
        start();
        FragileTrip.breakBy(FragileTrip.DATABASE);

        assertThatThrownBy(() -> database.reply(new TripSaga.TrainBooked(attempt(bob, 1))))
                .isInstanceOf(DataAccessResourceFailureException.class);

        assertThat(failedRuns(bob)).isZero();
    }

    private void start() {
        database.inTransaction(() -> database.engine()
                .start(FragileTrip.definition(), Map.of(bob, new Trip("Bob", 0), ada, new Trip("Ada", 0))));
    }

    private static StepAttempt attempt(UUID saga, int attempt) {
        return new StepAttempt(saga, "train", attempt);
    }

    private void cancel(UUID... ids) {
        database.inTransaction(() -> database.engine().cancel(List.of(ids), CANCELLED));
    }

    private void due(UUID... ids) {
        for (UUID id : ids) {
            database.due(id, LOCK_TIMEOUT);
        }
        database.inTransaction(() -> {
            List<LockedSaga> locked = database.locks().lockDue(database.engine().versions(), 10, LOCK_TIMEOUT);
            database.engine().due(locked);
        });
    }

    private void stuckBob() {
        for (int i = 0; i < 3; i++) {
            due(bob);
        }
        assertThat(database.saga(bob).status()).isEqualTo(SagaStatus.STUCK);
    }

    private void damage(String assignment) {
        database.sql()
                .sql("UPDATE saga SET " + assignment + " WHERE id = ?")
                .param(bob)
                .update();
    }

    private int failedRuns(UUID id) {
        return database.sql()
                .sql("SELECT failed_runs FROM saga WHERE id = ?")
                .param(id)
                .query(Integer.class)
                .single();
    }

    private void expectStuck(@Nullable String why) {
        SagaView saga = database.saga(bob);
        assertThat(saga.status()).isEqualTo(SagaStatus.STUCK);
        assertThat(saga.waitsFor()).contains("cannot be driven", why);
        assertThat(database.outbox().typesOf(bob).stream().filter("SagaStuck"::equals))
                .hasSize(1);
    }

    private ActionOutcome act(ActionRequest request) {
        return database.operators().act(new SeenSaga(bob, database.revision(bob)), request);
    }

    private void expectRefusal(ActionRequest request, ActionRefusal why) {
        long before = database.version(bob);
        assertThat(act(request))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.why()).isEqualTo(why));
        assertThat(database.version(bob)).isEqualTo(before);
        assertThat(database.saga(bob).actions()).isEmpty();
    }
}
