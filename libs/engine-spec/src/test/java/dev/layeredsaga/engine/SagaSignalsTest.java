package dev.layeredsaga.engine;

import static dev.layeredsaga.engine.EngineOnDatabase.replyTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.engine.SignalOutcome.Accepted;
import dev.layeredsaga.engine.SignalOutcome.Refused;
import dev.layeredsaga.engine.SignalOutcome.SignalRefusal;
import dev.layeredsaga.engine.TripSaga.Approval;
import dev.layeredsaga.engine.TripSaga.HotelBooked;
import dev.layeredsaga.engine.TripSaga.TrainBooked;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import dev.layeredsaga.engine.state.DueTimes;
import dev.layeredsaga.engine.state.SagaTable;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Signals on PostgreSQL: kept, taken once, and never lost between a saga that does not wait yet and one that does. */
class SagaSignalsTest {

    private static final Approval YES = new Approval(true);

    private final EngineOnDatabase database = EngineOnDatabase.empty();

    @Test
    void takesASignalThatIsWaitedFor() {
        UUID id = awaitingApproval();

        assertThat(send(id, "key")).isInstanceOf(Accepted.class);

        assertThat(database.saga(id).step()).isEqualTo("hotel");
        assertThat(kept()).isZero();
    }

    @Test
    void keepsAnEarlySignalUntilTheSagaComesToIt() {
        UUID id = database.startedApprovedTrip();

        assertThat(send(id, "key")).isInstanceOf(Accepted.class);
        assertThat(database.saga(id).step()).isEqualTo("train");
        assertThat(kept()).isEqualTo(1);

        bookTrain(id);
        assertThat(database.saga(id).step()).isEqualTo("hotel");
        assertThat(kept()).isZero();
    }

    /** The mover has read the saga when the signal comes. Each alone would find nothing to do for the other. */
    @Test
    void isNotLostIfTheSagaComesToItsStepAtTheSameTime() {
        UUID id = database.startedApprovedTrip();

        assertThatThrownBy(() -> database.inTransaction(() -> {
                    database.engine().reply(List.of(replyTo(id, "train", TrainBooked::new)));
                    assertThat(inAnotherThread(() -> send(id, "key"))).isInstanceOf(Accepted.class);
                }))
                .isInstanceOf(ConcurrencyFailureException.class);
        bookTrain(id);

        assertThat(database.saga(id).step()).isEqualTo("hotel");
    }

    /** The other way round: the signal has been kept, and is not committed, when the saga comes to its step. */
    @Test
    void isNotLostIfItWasKeptWhileTheSagaCameToItsStep() {
        UUID id = database.startedApprovedTrip();

        assertThatThrownBy(() -> database.inTransaction(() -> {
                    assertThat(send(id, "key")).isInstanceOf(Accepted.class);
                    inAnotherThread(() -> {
                        bookTrain(id);
                        return id;
                    });
                }))
                .isInstanceOf(ConcurrencyFailureException.class);
        assertThat(database.saga(id).step()).isEqualTo("approved");

        assertThat(send(id, "key")).isInstanceOf(Accepted.class);
        assertThat(database.saga(id).step()).isEqualTo("hotel");
    }

    @Test
    void goesWithTheTransactionOfItsSender() {
        UUID id = awaitingApproval();

        assertThatThrownBy(() -> database.inTransaction(() -> {
                    send(id, "key");
                    throw new IllegalStateException("after all");
                }))
                .hasMessage("after all");

        assertThat(database.saga(id).step()).isEqualTo("approved");
        assertThat(kept()).isZero();
    }

    /** Within the sender's, the first conflict has spoilt the transaction. */
    @ParameterizedTest
    @CsvSource({"false, 5", "true, 1"})
    void repeatsATransactionOfItsOwnOnly(boolean withinTheSenders, int times) {
        AtomicInteger begun = new AtomicInteger();
        TransactionOperations conflicting = new TransactionOperations() {
            @Override
            public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
                begun.incrementAndGet();
                throw new OptimisticLockingFailureException("the saga has moved");
            }
        };
        SagaSignals signals = new SagaSignals(
                database.engine(),
                new SagaTable(database.jdbc(), new DueTimes()),
                new SagaDefinitions(List.of(), List.of()),
                conflicting);
        TransactionSynchronizationManager.setActualTransactionActive(withinTheSenders);
        try {
            assertThatThrownBy(() -> signals.send(UUID.randomUUID(), "approved", YES, "key"))
                    .isInstanceOf(OptimisticLockingFailureException.class);
        } finally {
            TransactionSynchronizationManager.setActualTransactionActive(false);
        }

        assertThat(begun).hasValue(times);
    }

    @Test
    void answersARepetitionAlikeAndTakesItOnce() {
        UUID id = awaitingApproval();

        SignalOutcome first = send(id, "key");
        assertThat(send(id, "key")).isEqualTo(first);
        database.reply(replyTo(id, "hotel", HotelBooked::new));

        assertThat(send(id, "key")).as("after the saga's end").isEqualTo(first);
        assertThat(database.outbox().typesOf(id))
                .containsExactly("TripStarted", "BookTrain", "BookHotel", "TripBooked");
    }

    @Test
    void takesOneOfManyThatComeAtOnceWithOneKey() throws Exception {
        UUID id = awaitingApproval();
        CyclicBarrier together = new CyclicBarrier(4);

        try (ExecutorService senders = Executors.newFixedThreadPool(4)) {
            Callable<SignalOutcome> sender = () -> {
                together.await();
                return send(id, "key");
            };
            List<Future<SignalOutcome>> outcomes = senders.invokeAll(List.of(sender, sender, sender, sender));
            for (Future<SignalOutcome> outcome : outcomes) {
                assertThat(outcome.get()).isEqualTo(outcomes.getFirst().get()).isInstanceOf(Accepted.class);
            }
        }

        assertThat(database.outbox().typesOf(id)).containsExactly("TripStarted", "BookTrain", "BookHotel");
    }

    @Test
    void refusesAnotherSignalWithTheSameKey() {
        UUID id = awaitingApproval();
        send(id, "key");

        refused(
                database.signals().send(id, "approved", new Approval(false), "key"),
                SignalRefusal.IDEMPOTENCY_KEY_REUSED);
    }

    @Test
    void refusesASecondSignalAsLongAsTheFirstIsKept() {
        UUID id = database.startedApprovedTrip();
        send(id, "key");

        refused(send(id, "another"), SignalRefusal.SIGNAL_KEPT);
    }

    @Test
    void refusesWhatNoSagaCanTake() {
        UUID id = awaitingApproval();
        refused(send(UUID.randomUUID(), "key"), SignalRefusal.SAGA_NOT_FOUND);
        refused(database.signals().send(id, "paid", YES, "key"), SignalRefusal.SIGNAL_NOT_FOUND);

        send(id, "key");
        database.reply(replyTo(id, "hotel", HotelBooked::new));
        refused(send(id, "later"), SignalRefusal.SAGA_ENDED);
    }

    private SignalOutcome send(UUID id, String key) {
        return database.signals().send(id, "approved", YES, key);
    }

    private static void refused(SignalOutcome outcome, SignalRefusal why) {
        assertThat(outcome).isEqualTo(new Refused(why));
    }

    private UUID awaitingApproval() {
        UUID id = database.startedApprovedTrip();
        bookTrain(id);
        assertThat(database.saga(id).step()).isEqualTo("approved");
        return id;
    }

    private void bookTrain(UUID id) {
        database.reply(replyTo(id, "train", TrainBooked::new));
    }

    private int kept() {
        return database.sql()
                .sql("SELECT count(*) FROM saga_signal WHERE taken_at IS NULL")
                .query(Integer.class)
                .single();
    }

    private static <T> T inAnotherThread(Callable<T> work) {
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            return thread.submit(work).get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
