package dev.layeredsaga.engine;

import static dev.layeredsaga.engine.LocalTrips.BANK;
import static dev.layeredsaga.engine.LocalTrips.METHODS;
import static dev.layeredsaga.engine.definition.StepOutcome.done;
import static dev.layeredsaga.engine.definition.StepOutcome.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.LocalTrips.Note;
import dev.layeredsaga.engine.TripSaga.Trip;
import dev.layeredsaga.engine.definition.MethodCommand;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.StepMethod;
import dev.layeredsaga.engine.definition.StepOutcome;
import dev.layeredsaga.engine.definition.StepOutcome.GoBack;
import dev.layeredsaga.engine.example.TripBooking;
import dev.layeredsaga.engine.state.SagaStatus;
import jakarta.persistence.EntityManager;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DuplicateKeyException;

/** Steps that are methods of the service itself, on PostgreSQL. */
class LocalStepsTest {

    private final EngineOnDatabase database = EngineOnDatabase.empty();
    private final EntityManager entities = database.entities();
    private final UUID ada = UUID.randomUUID();
    private final UUID bob = UUID.randomUUID();

    @BeforeEach
    void begin() {
        LocalTrips.begin(database.sql(), 1);
    }

    @Test
    void aWholeSagaOfLocalStepsCompletes() {
        book(ada);

        awaitStatus(ada, SagaStatus.COMPLETED);
        assertThat(rooms()).containsExactly(ada);
        assertThat(BANK.paidUnder(ada + "/pay")).isEqualTo(180);
        assertThat(database.outbox().typesOf(ada))
                .containsExactly("TripRequested", "RoomBooked", "TripPaid", "TripBooked");
    }

    @Test
    void aWholeSagaOfLocalStepsIsCompensated() {
        LocalTrips.begin(database.sql(), 0);

        book(ada);

        awaitStatus(ada, SagaStatus.COMPENSATED);
        assertThat(rooms()).isEmpty();
        assertThat(BANK.paidUnder(ada + "/pay")).isZero();
        assertThat(database.outbox().typesOf(ada))
                .containsExactly("TripRequested", "RoomBooked", "TripPaid", "CompensationStarted", "TripRefused");
    }

    /** Gone is what it has written, published and started, and what it had to be done after the commit. */
    @Test
    void aMethodThatThrowsLeavesNothingAndIsRepeated() {
        UUID child = UUID.randomUUID();
        METHODS.put("write", (trip, attempt) -> {
            write(attempt, "a note");
            if (attempt.attempt() == 1) {
                database.engine().start(TripSaga.definition(), Map.of(child, trip));
                throw new IOException("the printer is out of paper");
            }
            return done(trip);
        });

        start(ada);

        assertThat(notes()).isEmpty();
        assertThat(database.queries().find(child)).isEmpty();
        assertThat(database.outbox().typesOf(child)).isEmpty();
        assertThat(database.saga(ada).waitsFor()).isEqualTo("IOException: the printer is out of paper");
        due(ada);
        awaitStatus(ada, SagaStatus.COMPLETED);
        assertThat(notes()).containsExactly("a note");
    }

    @Test
    void aFailedStatementCostsOnlyItsOwnSaga() {
        METHODS.put("write", (trip, attempt) -> {
            write(attempt, "the same");
            return done(trip);
        });

        start(ada, bob);

        assertOneHasWrittenAndTheOtherTriesAgain();
    }

    @Test
    void aFailedFlushCostsOnlyItsOwnSaga() {
        METHODS.put("write", (trip, attempt) -> {
            entities.persist(new Note(attempt.sagaId(), "the same"));
            return done(trip);
        });

        start(ada, bob);

        assertOneHasWrittenAndTheOtherTriesAgain();
    }

    private void assertOneHasWrittenAndTheOtherTriesAgain() {
        assertThat(notes()).containsExactly("the same");
        assertThat(List.of(database.saga(ada), database.saga(bob)))
                .filteredOn(saga -> "write".equals(saga.step()))
                .singleElement()
                .satisfies(saga -> assertThat(saga.waitsFor()).contains("SQLSTATE 23505"));
    }

    /** A session in which a flush has failed cannot be used any more, and that of the transaction is. */
    @Test
    void aMethodThatThrowsLeavesTheSessionOfItsTransactionAlone() {
        METHODS.put("write", (trip, attempt) -> {
            entities.persist(new Note(attempt.sagaId(), "by the method"));
            entities.flush();
            throw new IllegalStateException("no");
        });

        database.inTransaction(() -> {
            Note note = new Note(UUID.randomUUID(), "before");
            entities.persist(note);
            database.engine().start(LocalTrips.scripted(), Map.of(ada, new Trip("Ada", 3)));
            assertThat(entities.contains(note)).isTrue();
            note.change(note.text() + ", and after");
        });

        assertThat(notes()).containsExactly("before, and after");
        assertThat(database.saga(ada).waitsFor()).isEqualTo("IllegalStateException: no");
    }

    /** Spring marks the whole transaction for a rollback when one within it fails. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTransactionWithinAMethodThatFailsCostsOnlyItsOwnSaga(boolean swallowed) {
        METHODS.put("write", (trip, attempt) -> {
            write(attempt, trip.traveller() + attempt.sagaId());
            try {
                database.inTransaction(() -> {
                    if (attempt.sagaId().equals(bob)) {
                        throw new IllegalStateException("no");
                    }
                });
            } catch (IllegalStateException e) {
                if (!swallowed) {
                    throw e;
                }
            }
            return done(trip);
        });

        start(ada, bob);

        assertThat(notes()).hasSize(1);
        assertThat(database.saga(bob).waitsFor()).contains(swallowed ? "UnexpectedRollback" : "IllegalState");
        awaitStatus(ada, SagaStatus.COMPLETED);
    }

    @Test
    void aMethodIsNotDoneIfItKeepsAFailedStatementToItself() {
        METHODS.put("write", afterASwallowedFailure(trip -> done(trip)));

        start(ada);

        assertThat(database.saga(ada).step()).isEqualTo("write");
        assertThat(database.saga(ada).waitsFor()).contains("SQLSTATE 23505");
    }

    @Test
    void aFailedStatementMayBeTheReasonOfARefusal() {
        METHODS.put("write", afterASwallowedFailure(trip -> refused(TripSaga.FULL)));

        start(ada);

        awaitStatus(ada, SagaStatus.COMPENSATED);
        assertThat(notes()).isEmpty();
    }

    private interface Outcome {

        StepOutcome<Trip> of(Trip trip);
    }

    private StepMethod<Trip> afterASwallowedFailure(Outcome outcome) {
        return (trip, attempt) -> {
            write(attempt, "once");
            try {
                write(attempt, "twice");
            } catch (DuplicateKeyException e) {
                return outcome.of(trip);
            }
            throw new AssertionError("written twice");
        };
    }

    @Test
    void aFailureOfTheDatabaseIsNotTheMethods() {
        METHODS.put("write", (trip, attempt) -> {
            throw new DataAccessResourceFailureException("the database is away");
        });

        assertThatThrownBy(() -> start(ada)).isInstanceOf(DataAccessResourceFailureException.class);

        assertThat(database.queries().find(ada)).isEmpty();
    }

    @Test
    void aStatementThatIsWrongIsTheMethods() {
        METHODS.put("write", (trip, attempt) -> {
            database.sql().sql("INSERT INTO nowhere VALUES (1)").update();
            return done(trip);
        });

        start(ada);

        assertThat(database.saga(ada).waitsFor()).contains("SQLSTATE 42P01");
    }

    @Test
    void aMethodWithoutAnOutcomeHoldsItsSaga() {
        METHODS.put("write", (trip, attempt) -> {
            write(attempt, "nothing comes of it");
            return nothing();
        });

        assertStuckAfterThreeTries("IllegalStateException");
    }

    @SuppressWarnings("NullAway")
    private static StepOutcome<Trip> nothing() {
        return null;
    }

    @Test
    void anErrorHoldsItsSaga() {
        METHODS.put("write", (trip, attempt) -> {
            write(attempt, "nothing comes of it");
            throw new AssertionError("a bug");
        });

        assertStuckAfterThreeTries("AssertionError");
    }

    private void assertStuckAfterThreeTries(String why) {
        start(ada);
        due(ada);
        due(ada);

        assertThat(database.saga(ada).status()).isEqualTo(SagaStatus.STUCK);
        assertThat(database.saga(ada).waitsFor()).contains("cannot be driven", why);
        assertThat(notes()).isEmpty();
    }

    /** Rounds in one transaction are bounded, and the saga goes on in another. */
    @Test
    void aSagaThatGoesRoundInCirclesLetsItsTransactionEnd() {
        METHODS.put("check", (trip, attempt) -> new GoBack<>("write", "once more"));
        database.inTransaction(() -> database.engine().start(LocalTrips.scripted(), Map.of(ada, new Trip("Ada", -1))));
        assertThat(database.saga(ada).status()).isEqualTo(SagaStatus.RUNNING);

        METHODS.remove("check");
        due(ada);

        assertThat(database.saga(ada).status()).isEqualTo(SagaStatus.COMPLETED);
    }

    @Test
    void aCallThatIsLostBetweenCommitAndCallIsMadeWhenTheSagaIsDue() {
        Queue<String> keys = new ConcurrentLinkedQueue<>();
        METHODS.put("call", (trip, attempt) -> {
            keys.add(attempt.idempotencyKey() + " " + attempt.attempt());
            return done(trip);
        });
        database.inTransaction(() -> {
            startHere(ada);
            database.localSteps().stop();
        });
        database.localSteps().start();
        assertThat(database.saga(ada).step()).isEqualTo("call");

        due(ada);

        awaitStatus(ada, SagaStatus.COMPLETED);
        assertThat(keys).containsExactly(ada + "/call 2");
    }

    @Test
    void aCallOfATransactionThatIsRolledBackIsNotMade() {
        Queue<UUID> called = new ConcurrentLinkedQueue<>();
        METHODS.put("call", (trip, attempt) -> {
            called.add(attempt.sagaId());
            return done(trip);
        });
        assertThatThrownBy(() -> database.inTransaction(() -> {
                    startHere(bob);
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");

        start(ada);

        awaitStatus(ada, SagaStatus.COMPLETED);
        assertThat(called).containsExactly(ada);
    }

    @Test
    void aLateRefusalOfACallThatHasBeenMadeAgainIsIgnored() {
        CountDownLatch gate = new CountDownLatch(1);
        METHODS.put("call", (trip, attempt) -> {
            if (attempt.attempt() > 1) {
                gate.await();
                return done(trip);
            }
            return refused(TripSaga.FULL);
        });
        database.inTransaction(() -> {
            startHere(ada);
            database.localSteps().stop();
        });
        database.localSteps().start();
        due(ada);

        database.reply(calledByHand(new StepAttempt(ada, "call", 1)).run());

        assertThat(database.saga(ada).status()).isEqualTo(SagaStatus.RUNNING);
        gate.countDown();
        awaitStatus(ada, SagaStatus.COMPLETED);
    }

    private MethodCommand<?> calledByHand(StepAttempt attempt) {
        SagaDefinition<Trip> definition = database.definition("scriptedTrip");
        return (MethodCommand<?>) definition.steps().get(1).action().command(new Trip("Ada", 3), attempt);
    }

    @Test
    void callsBeyondTheBoundAreMadeLater() {
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger out = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        METHODS.put("call", (trip, attempt) -> {
            most.accumulateAndGet(out.incrementAndGet(), Math::max);
            gate.await();
            out.decrementAndGet();
            return done(trip);
        });
        List<UUID> ids = new ArrayList<>();
        for (int i = 0; i <= EngineOnDatabase.MOST_CALLS; i++) {
            ids.add(UUID.randomUUID());
        }

        start(ids.toArray(UUID[]::new));

        List<UUID> later =
                ids.stream().filter(id -> database.saga(id).waitsFor() != null).toList();
        assertThat(later)
                .isNotEmpty()
                .allSatisfy(id -> assertThat(database.saga(id).waitsFor())
                        .isEqualTo(EngineOnDatabase.MOST_CALLS + " calls are out"));
        gate.countDown();
        await().until(() -> {
            later.forEach(this::due);
            return ids.stream().allMatch(id -> database.saga(id).status() == SagaStatus.COMPLETED);
        });
        assertThat(most.get()).isLessThanOrEqualTo(EngineOnDatabase.MOST_CALLS);
    }

    @Test
    void aCallThatIsDoneAfterItsCompensationIsCompensatedOnceMore() {
        CountDownLatch gate = new CountDownLatch(1);
        Queue<String> made = new ConcurrentLinkedQueue<>();
        METHODS.put("call", (trip, attempt) -> {
            gate.await();
            made.add("call");
            return done(trip);
        });
        METHODS.put("recall", (trip, attempt) -> {
            made.add("recall");
            return done(trip);
        });
        start(ada);
        database.inTransaction(() ->
                database.engine().cancel(List.of(ada), Reason.of(TripSaga.CANCELLED_BY_TRAVELLER, "stays at home")));
        awaitStatus(ada, SagaStatus.COMPENSATED);

        gate.countDown();

        await().untilAsserted(() -> assertThat(made).containsExactly("recall", "call", "recall"));
        assertThat(database.saga(ada).status()).isEqualTo(SagaStatus.COMPENSATED);
    }

    @Test
    void aStopInterruptsTheCallsThatAreOutAndTheirSagasTryAgain() {
        CountDownLatch out = new CountDownLatch(1);
        METHODS.put("call", (trip, attempt) -> {
            if (attempt.attempt() == 1) {
                out.countDown();
                new CountDownLatch(1).await();
            }
            return done(trip);
        });
        start(ada);
        awaitGate(out);

        database.localSteps().stop();
        start(bob);
        database.localSteps().start();

        await().until(() -> "InterruptedException".equals(database.saga(ada).waitsFor()));
        assertThat(database.saga(bob).waitsFor()).isEqualTo("the service is starting or stopping");
        due(ada);
        awaitStatus(ada, SagaStatus.COMPLETED);
    }

    private static void awaitGate(CountDownLatch gate) {
        await().until(() -> gate.getCount() == 0);
    }

    private void book(UUID id) {
        database.inTransaction(() -> database.engine()
                .start(
                        database.<TripBooking.Trip>definition("tripBooking"),
                        Map.of(id, new TripBooking.Trip("Ada", 2, null))));
    }

    private void start(UUID... ids) {
        database.inTransaction(() -> startHere(ids));
    }

    private void startHere(UUID... ids) {
        database.engine()
                .start(
                        LocalTrips.scripted(),
                        Arrays.stream(ids).collect(Collectors.toMap(id -> id, id -> new Trip("Ada", 3))));
    }

    private void due(UUID id) {
        database.due(id, Duration.ZERO);
        database.loop().tick();
    }

    private void awaitStatus(UUID id, SagaStatus status) {
        await().until(() -> database.saga(id).status() == status);
    }

    private void write(StepAttempt attempt, String text) {
        database.sql()
                .sql("INSERT INTO note (saga_id, text) VALUES (?, ?)")
                .params(attempt.sagaId(), text)
                .update();
    }

    private List<String> notes() {
        return database.sql()
                .sql("SELECT text FROM note")
                .query((row, number) -> row.getString("text"))
                .list();
    }

    private List<UUID> rooms() {
        return database.sql()
                .sql("SELECT saga_id FROM room_booking")
                .query((row, number) -> row.getObject("saga_id", UUID.class))
                .list();
    }
}
