package dev.layeredsaga.engine;

import static dev.layeredsaga.engine.EngineOnDatabase.replyTo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.engine.TripSaga.TrainBooked;
import dev.layeredsaga.engine.TripSaga.Weather;
import dev.layeredsaga.engine.state.Pauses.Pause;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Pauses on PostgreSQL: in force for every instance, and none of what they held is forgotten. */
class SagaPausesTest {

    private static final Duration FAR = Duration.ofMinutes(10);

    private final EngineOnDatabase database = EngineOnDatabase.empty();

    @Test
    void holdsTheSagasOfEveryInstanceUntilItIsResumed() {
        UUID id = database.startedTrip();
        RecordingOutbox others = new RecordingOutbox();
        SagaEngine other = database.engineWith(others);
        pause("trip", "weather");

        database.inTransaction(() -> other.reply(List.of(replyTo(id, "train", TrainBooked::new))));
        assertThat(others.published()).isEmpty();
        assertThat(database.saga(id).waitsFor()).isEqualTo("paused by kim: it lies");
        assertThat(database.saga(id).nextAttemptAt()).isNull();

        resume("trip", "weather");
        database.loop().tick();
        assertThat(database.outbox().typesOf(id)).containsExactly("TripStarted", "BookTrain", "AskForWeather");
    }

    /** The batch has read its sagas when the pause is set: what it sends goes, and nothing after it. */
    @Test
    void isInForceForTheNextBatchIfItIsSetWhileOneIsUnderWay() {
        UUID id = database.startedTrip();

        database.inTransaction(() -> {
            database.engine().reply(List.of(replyTo(id, "train", TrainBooked::new)));
            inAnotherThread(() -> pause("trip", null));
        });
        database.reply(replyTo(id, "weather", attempt -> new Weather(attempt, 4)));

        assertThat(database.outbox().typesOf(id)).containsExactly("TripStarted", "BookTrain", "AskForWeather");
        assertThat(database.saga(id).step()).isEqualTo("hotel");
    }

    /** The batch has read the pause when it is resumed, and holds the saga only then. */
    @Test
    void forgetsNoSagaThatIsHeldWhileItIsResumed() {
        UUID id = database.startedTrip();
        pause("trip", null);

        database.inTransaction(() -> {
            database.engine().reply(List.of(replyTo(id, "train", TrainBooked::new)));
            inAnotherThread(() -> resume("trip", null));
        });
        assertThat(database.saga(id).nextAttemptAt()).isNull();

        assertThat(madeDue()).containsExactly(id);
        database.loop().tick();
        assertThat(database.outbox().typesOf(id)).containsExactly("TripStarted", "BookTrain", "AskForWeather");
    }

    @Test
    void startsSagasOfADefinitionThatIsPausedAndPublishesItOnce() {
        pause("trip", null);
        UUID id = database.startedTrip();
        assertThat(database.outbox().typesOf(id)).containsExactly("TripStarted");

        resume("trip", null);
        database.loop().tick();
        assertThat(database.outbox().typesOf(id)).containsExactly("TripStarted", "BookTrain");
    }

    @Test
    void makesAllDueThatItHeldAndNoOthers() {
        pause("trip", "train");
        database.startTrips(
                IntStream.range(0, 600).mapToObj(i -> UUID.randomUUID()).toArray(UUID[]::new));
        pause("trip", null);
        resume("trip", null);
        assertThat(held()).isEqualTo(600);
        UUID running = database.startedCursedTrip();

        resume("trip", "train");

        assertThat(held()).isZero();
        assertThat(database.version(running)).isZero();
    }

    /** However long ago they were held. */
    @Test
    void isNotTakenForAnOversight() {
        pause("trip", null);
        database.startedTrip();
        database.sql()
                .sql("UPDATE saga SET updated_at = now() - interval '3 days', deadline = now() - interval '2 days'")
                .update();

        assertThat(madeDue()).isEmpty();
    }

    @Test
    void staysOnRecordWithWhoBeganAndWhoEndedIt() {
        pause("trip", "train");
        database.pauses().pause("trip", "train", true, "lee", "it still lies");

        assertThat(database.pauses().inForce())
                .singleElement()
                .extracting(Pause::definition, Pause::step, Pause::compensation, Pause::operator, Pause::reason)
                .containsExactly("trip", "train", true, "lee", "it still lies");
        resume("trip", "train");
        resume("trip", "train");
        assertThat(database.pauses().inForce()).isEmpty();
        assertThat(database.sql()
                        .sql(
                                "SELECT concat_ws(' ', operator, reason, resumed_by, resumed_because) FROM saga_pause ORDER BY id")
                        .query(String.class)
                        .list())
                .containsExactly("kim it lies lee it still lies", "lee it still lies kim it says the truth");
    }

    private void pause(String definition, @Nullable String step) {
        database.pauses().pause(definition, step, false, "kim", "it lies");
    }

    private void resume(String definition, @Nullable String step) {
        database.pauses().resume(definition, step, "kim", "it says the truth");
    }

    private List<UUID> madeDue() {
        return Objects.requireNonNull(
                database.transaction().execute(status -> database.locks().makeDue(FAR, 10)));
    }

    private int held() {
        return database.sql()
                .sql("SELECT count(*) FROM saga WHERE due_at IS NULL")
                .query(Integer.class)
                .single();
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
