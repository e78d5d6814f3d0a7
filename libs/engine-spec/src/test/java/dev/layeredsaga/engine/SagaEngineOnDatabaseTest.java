package dev.layeredsaga.engine;

import static dev.layeredsaga.engine.EngineOnDatabase.replyTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.engine.TripSaga.HotelFull;
import dev.layeredsaga.engine.TripSaga.TrainBooked;
import dev.layeredsaga.engine.TripSaga.TrainCancelled;
import dev.layeredsaga.engine.TripSaga.Weather;
import dev.layeredsaga.engine.query.SagaFilter;
import dev.layeredsaga.engine.query.SagaQueries.Found;
import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.state.EndedAttempt.Result;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.engine.state.SeenSaga;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.failure.FailureKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SagaEngineOnDatabaseTest {

    private final EngineOnDatabase database = EngineOnDatabase.empty();

    @Test
    void startsManySagasInOneTransaction() {
        UUID first = UUID.randomUUID();
        UUID second = UUID.randomUUID();

        database.startTrips(first, second);

        for (UUID id : List.of(first, second)) {
            assertThat(database.saga(id).step()).isEqualTo("train");
            assertThat(database.saga(id).status()).isEqualTo(SagaStatus.RUNNING);
            assertThat(database.outbox().typesOf(id)).containsExactly("TripStarted", "BookTrain");
        }
    }

    @Test
    void leavesASagaAloneThatIsStartedTwice() {
        UUID id = database.startedTrip();

        database.startTrips(id);

        assertThat(database.outbox().typesOf(id)).containsExactly("TripStarted", "BookTrain");
    }

    @Test
    void showsWhatIsDoneAboutFailuresWhereASagaStands() {
        UUID id = database.startedTrip();
        assertThat(database.saga(id).policy()).startsWith("retry until the saga's deadline, with progressive pauses");
        assertThat(database.saga(id).attempts()).isNull();

        database.inTransaction(() ->
                database.engine().cancel(List.of(id), Reason.of(TripSaga.CANCELLED_BY_TRAVELLER, "changed plans")));
        assertThat(database.saga(id).policy()).startsWith("retry for 5m").endsWith("then alert an operator and go on");

        database.reply(replyTo(id, "train", TrainCancelled::new));
        assertThat(database.saga(id).policy()).isNull();
    }

    @Test
    void publishesEventsAgainAsTheyWereTheFirstTime() {
        UUID id = database.startedTrip();
        UUID other = database.startedTrip();
        database.reply(replyTo(id, "train", TrainBooked::new));
        database.inTransaction(() ->
                database.engine().cancel(List.of(id), Reason.of(TripSaga.CANCELLED_BY_TRAVELLER, "changed plans")));
        List<OutgoingMessage> events = eventsOf(id);
        assertThat(events).hasSizeGreaterThan(1);
        database.outbox().clear();

        database.inTransaction(() -> database.engine().publishAgain(Map.of(id, 1L, UUID.randomUUID(), 0L)));

        assertThat(eventsOf(id))
                .usingRecursiveComparison()
                .ignoringFields("trace")
                .isEqualTo(events.subList(1, events.size()));
        assertThat(eventsOf(other)).isEmpty();
    }

    /** The other instance's messages may not have been sent yet. */
    @Test
    void publishesBehindAnotherInstanceThatWasTheLastToPublishForTheSaga() {
        UUID id = database.startedTrip();
        RecordingOutbox others = new RecordingOutbox();
        SagaEngine other = database.engineWith(others);
        Reason changedPlans = Reason.of(TripSaga.CANCELLED_BY_TRAVELLER, "changed plans");
        database.outbox().clear();

        database.inTransaction(() -> other.reply(List.of(replyTo(id, "train", TrainBooked::new))));
        assertThat(others.published()).isNotEmpty().allMatch(OutgoingMessage::afterOthers);

        others.clear();
        database.inTransaction(() -> other.cancel(List.of(id), changedPlans));
        assertThat(others.published()).isNotEmpty().noneMatch(OutgoingMessage::afterOthers);

        database.reply(replyTo(id, "train", TrainCancelled::new));
        assertThat(database.outbox().published()).isNotEmpty().allMatch(OutgoingMessage::afterOthers);
    }

    /** The other instance asked a participant again and published nothing: the earlier publisher is still the last. */
    @Test
    void staysBehindAnotherInstanceAsLongAsItHasPublishedNothing() {
        UUID id = database.startedTrip();
        RecordingOutbox others = new RecordingOutbox();
        SagaEngine other = database.engineWith(others);
        database.inTransaction(() -> other.refuse(List.of(replyTo(id, "train", TrainBooked::new))));
        assertThat(others.published()).isEmpty();

        database.inTransaction(() -> other.reply(List.of(replyTo(id, "train", TrainBooked::new))));
        assertThat(others.published()).isNotEmpty().allMatch(OutgoingMessage::afterOthers);
    }

    private List<OutgoingMessage> eventsOf(UUID id) {
        return database.outbox().published().stream()
                .filter(message -> message.topic().equals(Topics.SAGA_EVENTS)
                        && message.key().equals(id.toString()))
                .toList();
    }

    @Test
    void finishesOnTheVersionItWasStartedWith() {
        UUID older = database.startedTrip();
        UUID newer = UUID.randomUUID();
        database.inTransaction(() ->
                database.engine().start(TripSaga.nextVersion(), Map.of(newer, new TripSaga.Trip("Ada", 0))));

        database.reply(replyTo(older, "train", TrainBooked::new), replyTo(newer, "train", TrainBooked::new));

        assertThat(database.saga(older).step()).isEqualTo("weather");
        assertThat(database.saga(newer).step()).isEqualTo("hotel");
    }

    @Test
    void advancesManySagasInOneTransaction() {
        UUID first = database.startedTrip();
        UUID second = database.startedTrip();

        database.reply(replyTo(first, "train", TrainBooked::new), replyTo(second, "train", TrainBooked::new));

        assertThat(database.saga(first).step()).isEqualTo("weather");
        assertThat(database.saga(second).step()).isEqualTo("weather");
    }

    /** A saga's row is written with every step; its indexes are not. */
    @Test
    void leavesTheIndexesAloneWhenASagaAdvances() {
        UUID id = database.startedTrip();
        AtomicLong touchedNoIndex = new AtomicLong();

        database.inTransaction(() -> {
            long before = updatesThatTouchedNoIndex();
            database.engine().reply(List.of(replyTo(id, "train", TrainBooked::new)));
            // after the engine's own, which writes the saga
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void beforeCommit(boolean readOnly) {
                    touchedNoIndex.set(updatesThatTouchedNoIndex() - before);
                }
            });
        });

        assertThat(touchedNoIndex).hasValue(1);
    }

    /** Of this connection, as far as they have not been added to those of all. */
    private long updatesThatTouchedNoIndex() {
        return database.sql()
                .sql("SELECT pg_stat_get_xact_tuples_hot_updated('saga'::regclass)")
                .query(Long.class)
                .single();
    }

    @Test
    void appliesSeveralRepliesToOneSagaInTheirOrder() {
        UUID id = database.startedTrip();

        database.reply(
                replyTo(id, "train", TrainBooked::new),
                replyTo(id, "train", TrainBooked::new),
                replyTo(id, "weather", attempt -> new Weather(attempt, 4)));

        assertThat(database.saga(id).step()).isEqualTo("hotel");
        assertThat(database.outbox().typesOf(id))
                .containsExactly("TripStarted", "BookTrain", "AskForWeather", "BookHotel");
    }

    @Test
    void ignoresAnswersToSagasItDoesNotKnow() {
        UUID id = database.startedTrip();

        database.reply(replyTo(UUID.randomUUID(), "train", TrainBooked::new), replyTo(id, "train", TrainBooked::new));

        assertThat(database.saga(id).step()).isEqualTo("weather");
    }

    @Test
    void cancelsASagaThatTheSameTransactionStarts() {
        UUID id = UUID.randomUUID();

        database.inTransaction(() -> {
            database.startTripsHere(id);
            database.engine().cancel(List.of(id), TripSaga.FULL);
        });

        assertThat(database.saga(id).status()).isEqualTo(SagaStatus.COMPENSATING);
        assertThat(database.outbox().typesOf(id))
                .containsExactly("TripStarted", "BookTrain", "CompensationStarted", "CancelTrain");
    }

    @Test
    void changesNothingAndPublishesNothingWhenTheTransactionFails() {
        UUID id = database.startedTrip();

        assertThatThrownBy(() -> database.inTransaction(() -> {
                    database.engine().reply(List.of(replyTo(id, "train", TrainBooked::new)));
                    throw new IllegalStateException("after all");
                }))
                .hasMessage("after all");

        assertThat(database.saga(id).step()).isEqualTo("train");
        assertThat(database.saga(id).timeline()).isEmpty();
        assertThat(database.outbox().typesOf(id)).containsExactly("TripStarted", "BookTrain");
    }

    /** The first transaction has read the saga when the second one advances it; then the first one wants to commit. */
    @Test
    void letsOnlyOneOfTwoTransactionsAdvanceASaga() {
        UUID id = database.startedTrip();

        assertThatThrownBy(() -> database.inTransaction(() -> {
                    database.engine().cancel(List.of(id), TripSaga.FULL);
                    inAnotherThread(() -> database.reply(replyTo(id, "train", TrainBooked::new)));
                }))
                .isInstanceOf(ConcurrencyFailureException.class)
                .matches(failure -> FailureKind.of(failure) == FailureKind.DATABASE, "is tried again");

        assertThat(database.saga(id).step()).isEqualTo("weather");
        assertThat(database.outbox().typesOf(id)).containsExactly("TripStarted", "BookTrain", "AskForWeather");
    }

    /** Both publish the event of the same number, of which the database has only one. */
    @Test
    void triesAgainIfTwoTransactionsPublishForOneSaga() {
        UUID id = database.startedTrip();

        assertThatThrownBy(() -> database.inTransaction(() -> {
                    database.engine().cancel(List.of(id), TripSaga.FULL);
                    inAnotherThread(
                            () -> database.inTransaction(() -> database.engine().cancel(List.of(id), TripSaga.FULL)));
                }))
                .isInstanceOf(ConcurrencyFailureException.class)
                .matches(failure -> FailureKind.of(failure) == FailureKind.DATABASE, "is tried again");

        assertThat(database.outbox().typesOf(id)).containsOnlyOnce("CompensationStarted");
    }

    @Test
    void publishesEventsWithTheirSequence() {
        UUID id = rejectedTrip();

        List<OutgoingMessage> events = database.outbox().published().stream()
                .filter(message -> message.topic().equals(Topics.SAGA_EVENTS))
                .toList();
        assertThat(events)
                .extracting(OutgoingMessage::type)
                .containsExactly("TripStarted", "CompensationStarted", "TripRefused");
        for (int i = 0; i < events.size(); i++) {
            JsonNode payload = payloadOf(events.get(i));
            assertThat(events.get(i).extensions()).containsEntry("sequence", String.valueOf(i + 1));
            assertThat(payload.path("sequence").asInt()).isEqualTo(i + 1);
            assertThat(payload.path("sagaId").asString()).isEqualTo(id.toString());
            assertThat(payload.path("occurredAt").asString()).endsWith("Z");
        }
        assertThat(payloadOf(events.getLast()).path("reason").path("code").asString())
                .isEqualTo("HOTEL_FULL");
    }

    private static JsonNode payloadOf(OutgoingMessage event) {
        JsonMapper json = JsonMapper.shared();
        return json.readTree(json.writeValueAsString(event.payload()));
    }

    @Test
    void keepsATimelineOfEveryAttempt() {
        assertThat(database.saga(rejectedTrip()).timeline())
                .extracting(attempt -> attempt.step() + " " + attempt.direction() + " " + attempt.result())
                .containsExactly(
                        "train FORWARD " + Result.DONE,
                        "weather FORWARD " + Result.DONE,
                        "hotel FORWARD " + Result.REFUSED,
                        "train BACKWARD " + Result.DONE);
    }

    @Test
    void listsSagasOfDefinitionsThatItDoesNotKnow() {
        UUID id = database.startedTrip();
        database.sql().sql("UPDATE saga SET definition_version = 99").update();

        assertThat(database.queries().list(new SagaFilter(null, null, null), null, 10))
                .extracting(SagaView::sagaId)
                .containsExactly(id);
    }

    /** An application's sagas may have any ids. */
    @Test
    void listsSagasInTheOrderOfTheirBegin() {
        List<UUID> begun = Stream.generate(database::startedTrip).limit(6).toList();
        SagaFilter all = new SagaFilter(null, null, null);

        List<UUID> listed = new ArrayList<>();
        UUID last = null;
        do {
            Found page = database.queries().search(all, last, 2);
            page.sagas().forEach(saga -> listed.add(saga.sagaId()));
            last = page.next();
        } while (last != null);

        assertThat(listed).as("the latest first").isEqualTo(begun.reversed());
        assertThat(database.queries().latest(2))
                .extracting(SagaView::sagaId)
                .containsExactly(begun.get(5), begun.get(4));
        assertThat(database.queries().unfinished(all, begun.get(3), 9))
                .extracting(SeenSaga::id)
                .containsExactly(begun.get(4), begun.get(5));
        assertThat(database.queries().list(all, UUID.randomUUID(), 1))
                .as("behind one that has been removed")
                .extracting(SagaView::sagaId)
                .containsExactly(begun.getFirst());
    }

    private UUID rejectedTrip() {
        UUID id = database.startedTrip();
        database.reply(
                replyTo(id, "train", TrainBooked::new),
                replyTo(id, "weather", attempt -> new Weather(attempt, 4)),
                replyTo(id, "hotel", HotelFull::new),
                replyTo(id, "train", TrainCancelled::new));
        return id;
    }

    private static void inAnotherThread(Runnable work) {
        try {
            Thread.ofPlatform().start(work).join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
