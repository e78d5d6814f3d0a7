package dev.layeredsaga.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.engine.state.ActionRequest;
import dev.layeredsaga.engine.state.LockedSaga;
import dev.layeredsaga.engine.state.SagaAction;
import dev.layeredsaga.engine.state.SeenSaga;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

/** The topic of a definition's own for the events of its sagas. */
class EventTopicsTest {

    private static final Duration LOCK_TIMEOUT = Duration.ofHours(1);

    private final EngineOnDatabase database = EngineOnDatabase.empty();

    @Test
    void takesEveryEventOfItsSagasAndNoOtherTopicDoes() {
        UUID cancelled = database.startedCursedTrip();
        UUID stuck = database.startedCursedTrip();
        UUID unknown = database.startedCursedTrip();
        database.sql()
                .sql("UPDATE saga SET definition_version = 99 WHERE id = ?")
                .param(unknown)
                .update();
        database.inTransaction(() -> database.engine().cancel(List.of(cancelled), TripSaga.FULL));
        endByHand(stuck);
        endByHand(unknown);

        expectEvents(cancelled, "TripStarted", "TripRefused");
        expectEvents(stuck, "TripStarted", "SagaStuck", "TripBooked");
        expectEvents(unknown, "TripStarted", "SagaStuck", "SagaEnded");

        database.outbox().clear();
        database.inTransaction(() -> database.engine().publishAgain(Map.of(cancelled, 0L, stuck, 1L, unknown, 2L)));

        expectEvents(cancelled, "TripStarted", "TripRefused");
        expectEvents(stuck, "SagaStuck", "TripBooked");
        expectEvents(unknown, "SagaEnded");
    }

    /** As if its definition had left the program. */
    @Test
    void staysThatOfASagaOfWhichNoDefinitionIsKnown() {
        UUID saga = database.startedCursedTrip();
        database.sql().sql("UPDATE saga SET definition = 'forgotten'").update();

        endByHand(saga);

        expectEvents(saga, "TripStarted", "SagaStuck", "SagaEnded");
    }

    @Test
    void isThereAtTheStart() {
        assertThat(database.usedTopics())
                .contains(TripSaga.CURSED_EVENTS, Topics.SAGA_EVENTS, Topics.SAGA_REPLIES, "trips.commands");
    }

    private void endByHand(UUID saga) {
        for (int run = 0; run < 3; run++) {
            database.due(saga, LOCK_TIMEOUT.plusSeconds(1));
            database.inTransaction(() -> {
                List<LockedSaga> locked =
                        database.locks().lockDue(database.engine().versions(), 10, LOCK_TIMEOUT);
                database.engine().due(locked);
            });
        }
        database.operators()
                .act(
                        new SeenSaga(saga, database.revision(saga)),
                        new ActionRequest(SagaAction.RESOLVE_COMPLETED, "kim", "settled by hand"));
    }

    private void expectEvents(UUID saga, String... types) {
        assertThat(database.outbox().published())
                .filteredOn(message -> message.key().equals(saga.toString())
                        && !message.topic().equals("trips.commands"))
                .extracting(OutgoingMessage::type, OutgoingMessage::topic)
                .containsExactly(Stream.of(types)
                        .map(type -> Tuple.tuple(type, TripSaga.CURSED_EVENTS))
                        .toArray(Tuple[]::new));
    }
}
