package dev.layeredsaga.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.ActionOutcome.Accepted;
import dev.layeredsaga.engine.ActionOutcome.Refused;
import dev.layeredsaga.engine.TripSaga.Approval;
import dev.layeredsaga.engine.TripSaga.HotelBooked;
import dev.layeredsaga.engine.TripSaga.TrainBooked;
import dev.layeredsaga.engine.TripSaga.TrainCancelled;
import dev.layeredsaga.engine.TripSaga.Trip;
import dev.layeredsaga.engine.TripSaga.Weather;
import dev.layeredsaga.engine.VerifiedReplies.UnknownReply;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import dev.layeredsaga.engine.definition.SagaDefinitions.UnknownDefinitionException;
import dev.layeredsaga.engine.state.ActionRefusal;
import dev.layeredsaga.engine.state.ActionRequest;
import dev.layeredsaga.engine.state.SagaAction;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.engine.state.SeenSaga;
import dev.layeredsaga.messaging.envelope.MalformedMessageException;
import dev.layeredsaga.messaging.failure.NotHereException;
import dev.layeredsaga.messaging.failure.StartupException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two releases side by side on one PostgreSQL: the old one has version 3 of the trip, the new one 3 and 5. Whatever reaches the old one
 * for a saga of version 5 waits for the new one.
 */
class TwoReleasesTest {

    private static final Duration LOCK_TIMEOUT = Duration.ofHours(1);
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Reason CANCELLED = Reason.of(TripSaga.CANCELLED_BY_TRAVELLER, "the traveller cancelled");

    private final EngineOnDatabase database = EngineOnDatabase.empty();
    private final SagaDefinition<Trip> version3 = TripSaga.definition();
    private final SagaDefinition<Trip> version5 = TripSaga.approvedTrip(TripSaga.approval());
    private final Release old = new Release(version3);
    private final Release young = new Release(version3, version5);

    @Test
    void eachVersionGoesItsOwnWayAndSaysWhichItIs() {
        UUID three = young.start(version3);
        UUID five = young.start(version5);

        young.reply(three, "train", TrainBooked::new);
        young.reply(five, "train", TrainBooked::new);

        assertThat(database.saga(three).step()).isEqualTo("weather");
        assertThat(database.saga(five).step()).isEqualTo("approved");
        assertThat(publishedVersion(three)).isEqualTo(3);
        assertThat(publishedVersion(five)).isEqualTo(5);
        old.reply(three, "weather", attempt -> new Weather(attempt, 3));
        old.reply(three, "hotel", HotelBooked::new);
        young.approve(five);
        young.reply(five, "hotel", HotelBooked::new);
        assertThat(database.saga(three).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(database.saga(five).status()).isEqualTo(SagaStatus.COMPLETED);
    }

    @Test
    void theOldOneLeavesToTheNewOneWhatIsDue() {
        UUID five = young.start(version5);
        UUID three = young.start(version3);
        database.due(five, SOON);
        database.due(three, SOON);

        old.due();
        assertThat(old.outbox.typesOf(three)).containsExactly("BookTrain");
        assertThat(old.outbox.typesOf(five)).isEmpty();
        assertThat(database.saga(five).attempt()).isEqualTo(1);

        young.due();
        assertThat(database.saga(five).attempt()).isEqualTo(2);
        assertThat(database.saga(five).timeline()).hasSize(1);
    }

    @Test
    void theOldOneAppliesNoReplyThatTheNewOneAwaits() {
        UUID five = young.start(version5);
        long before = database.version(five);

        assertThatThrownBy(() -> old.reply(five, "train", TrainBooked::new))
                .isInstanceOfSatisfying(
                        NotHereException.class,
                        elsewhere -> assertThat(elsewhere.keys()).containsExactly(five.toString()));
        assertThat(database.version(five)).isEqualTo(before);

        young.reply(five, "train", TrainBooked::new);
        assertThat(database.saga(five).step()).isEqualTo("approved");
    }

    /** As of a participant that only version 5 asks. */
    @Test
    void theOldOneDistinguishesAReplyOfTheNewOnesFromAnUnknownOne() {
        UUID five = young.start(version5);
        UUID three = young.start(version3);

        assertThatThrownBy(() -> old.reply(five, "train", UnknownReply::new)).isInstanceOf(NotHereException.class);
        young.cancel(five);
        young.reply(five, "train", TrainCancelled::new);
        assertThatThrownBy(() -> old.reply(five, "train", UnknownReply::new)).isInstanceOf(NotHereException.class);
        assertThatThrownBy(() -> old.reply(three, "train", UnknownReply::new))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessage("unknown type of a reply to train");
    }

    /** Of a participant in the service's own database, which knows its answer when it is asked again. */
    @Test
    void aLocalParticipantsReplyAtTheOldOneCostsNothing() {
        UUID five = young.start(version5);

        database.inTransaction(
                () -> old.engine.reply(List.of(EngineOnDatabase.replyTo(five, "train", TrainBooked::new))));

        assertThat(database.saga(five).timeline()).isEmpty();
        young.reply(five, "train", TrainBooked::new);
        assertThat(database.saga(five).step()).isEqualTo("approved");
    }

    @Test
    void aReplyThatComesLateIsCompensatedByTheNewOne() {
        UUID five = young.start(version5);
        young.cancel(five);
        young.reply(five, "train", TrainCancelled::new);
        assertThat(database.saga(five).status()).isEqualTo(SagaStatus.COMPENSATED);

        assertThatThrownBy(() -> old.reply(five, "train", TrainBooked::new)).isInstanceOf(NotHereException.class);

        young.reply(five, "train", TrainBooked::new);
        assertThat(young.outbox.typesOf(five)).endsWith("CancelTrain");
    }

    @Test
    void aReplyThatComesLateToAVersionThatHasBeenDroppedIsIgnored() {
        UUID three = young.start(version3);
        young.cancel(three);
        young.reply(three, "train", TrainCancelled::new);
        Release next = new Release(version5);

        next.reply(three, "train", TrainBooked::new);

        assertThat(next.outbox.published()).isEmpty();
    }

    @Test
    void aCancellationAtTheOldOneIsCarriedOutByTheNewOne() {
        UUID five = young.start(version5);

        old.cancel(five);
        assertThat(database.saga(five).status()).isEqualTo(SagaStatus.RUNNING);
        young.due();

        assertThat(database.saga(five).status()).isEqualTo(SagaStatus.COMPENSATING);
        assertThat(database.saga(five).reason()).isEqualTo(CANCELLED);
        assertThat(old.outbox.published()).isEmpty();
        young.reply(five, "train", TrainCancelled::new);
        assertThat(database.saga(five).status()).isEqualTo(SagaStatus.COMPENSATED);
    }

    @Test
    void aSignalAtTheOldOneIsRefusedAndTakenByTheNewOne() {
        UUID five = young.start(version5);
        young.reply(five, "train", TrainBooked::new);

        assertThatThrownBy(() -> old.approve(five)).isInstanceOf(UnknownDefinitionException.class);
        young.approve(five);

        assertThat(database.saga(five).step()).isEqualTo("hotel");
    }

    /** Not even an end by hand, whatever the operator wants: the new release is driving the saga. */
    @ParameterizedTest
    @EnumSource(SagaAction.class)
    void theOldOneRefusesToActOnWhatTheNewOneDrives(SagaAction action) {
        UUID five = young.start(version5);
        long before = database.version(five);

        assertThat(old.act(five, new ActionRequest(action, "kim", "please")))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.why()).isEqualTo(ActionRefusal.UNKNOWN_DEFINITION));
        assertThat(database.version(five)).isEqualTo(before);
    }

    @Test
    void aPauseAtTheOldOneHoldsTheSagasOfTheNewOne() {
        UUID five = young.start(version5);
        database.pauses().pause("trip", "hotel", false, "kim", "it lies");
        young.reply(five, "train", TrainBooked::new);

        young.approve(five);

        assertThat(database.saga(five).waitsFor()).isEqualTo("paused by kim: it lies");
    }

    /** The new release is taken back while its sagas are under way, and comes again. */
    @Test
    void afterARollbackTheyWaitVisiblyAndFinishOnceTheNewOneIsBack() {
        UUID five = young.start(version5);
        for (int i = 0; i < 3; i++) {
            database.due(five, SOON);
            old.due();
            assertThat(database.saga(five).status()).as("left to others").isEqualTo(SagaStatus.RUNNING);
            database.due(five, LOCK_TIMEOUT);
            old.due();
            assertThat(database.saga(five).waitsFor())
                    .isEqualTo("cannot be driven: no definition of saga 'trip' version 5");
        }
        assertThat(database.saga(five).status()).isEqualTo(SagaStatus.STUCK);
        assertThat(old.outbox.typesOf(five)).containsExactly("SagaStuck");

        database.due(five, SOON);
        young.due();
        young.reply(five, "train", TrainBooked::new);

        assertThat(database.saga(five).status()).isEqualTo(SagaStatus.RUNNING);
        assertThat(database.saga(five).step()).isEqualTo("approved");
    }

    @Test
    void oneWhoseDeadlinePassesMeanwhileIsCompensatedOnceTheNewOneIsBack() {
        UUID five = young.start(version5);
        database.sql()
                .sql("UPDATE saga SET deadline = clock_timestamp() - interval '1 s' WHERE id = ?")
                .param(five)
                .update();
        database.due(five, LOCK_TIMEOUT);
        old.due();
        assertThat(database.saga(five).status()).isEqualTo(SagaStatus.RUNNING);

        database.due(five, SOON);
        young.due();

        assertThat(database.saga(five).status()).isEqualTo(SagaStatus.COMPENSATING);
    }

    @Test
    void aCompensationUnderWayGoesOnOnceTheNewOneIsBack() {
        UUID five = young.start(version5);
        young.cancel(five);
        database.due(five, LOCK_TIMEOUT);
        old.due();
        assertThatThrownBy(() -> old.reply(five, "train", TrainCancelled::new)).isInstanceOf(NotHereException.class);
        assertThat(database.saga(five).status()).isEqualTo(SagaStatus.COMPENSATING);

        database.due(five, SOON);
        young.due();
        young.reply(five, "train", TrainCancelled::new);

        assertThat(database.saga(five).status()).isEqualTo(SagaStatus.COMPENSATED);
    }

    @Test
    void anOperatorMayHaveTheOldOneTakeASagaThatStandsWhereItsVersionCan() {
        UUID five = young.start(version5);
        UUID waiting = young.start(version5);
        young.reply(waiting, "train", TrainBooked::new);
        ActionRequest move = new ActionRequest(SagaAction.RETRY, "kim", "rolled back", 3);

        assertThat(old.act(five, move)).isInstanceOf(Accepted.class);
        assertThat(old.act(waiting, move))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.why()).isEqualTo(ActionRefusal.NO_SUCH_STEP));

        old.reply(five, "train", TrainBooked::new);
        assertThat(database.saga(five).step()).isEqualTo("weather");
    }

    @Test
    void theOldOneStartsBesideSagasOfTheNewOneButNotWithoutAVersionItHasDropped() {
        young.start(version5);
        new VersionsInFlight(database.sql(), old.known, false);

        young.start(version3);
        SagaDefinitions withoutThree = new SagaDefinitions(List.of(version5), List.of(TripSaga.AGENCY));
        assertThatThrownBy(() -> new VersionsInFlight(database.sql(), withoutThree, false))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("no definition of saga 'trip' version 3, of which 1 is in flight");
    }

    private int publishedVersion(UUID saga) {
        return database.sql()
                .sql(
                        "SELECT (payload::json ->> 'version')::int FROM saga_event WHERE saga_id = ? AND type = 'TripStarted'")
                .param(saga)
                .query(Integer.class)
                .single();
    }

    /** Actions of an instance of a release, without its loop and its consumer. */
    private final class Release {

        final RecordingOutbox outbox = new RecordingOutbox();
        final SagaDefinitions known;
        final SagaEngine engine;

        Release(SagaDefinition<?>... known) {
            this.known = new SagaDefinitions(List.of(known), List.of(TripSaga.AGENCY));
            this.engine = database.engineWith(outbox, this.known);
        }

        UUID start(SagaDefinition<Trip> definition) {
            UUID id = UUID.randomUUID();
            database.inTransaction(() -> engine.start(definition, Map.of(id, new Trip("Ada", 0))));
            return id;
        }

        void due() {
            database.inTransaction(() -> engine.due(database.locks().lockDue(engine.versions(), 10, LOCK_TIMEOUT)));
        }

        void reply(UUID saga, String step, Function<StepAttempt, SagaReply> reply) {
            StepAttempt attempt = database.proofs()
                    .prove(new StepAttempt(saga, step, database.saga(saga).attempt()));
            database.inTransaction(() -> database.verified(engine).handle(List.of(reply.apply(attempt))));
        }

        void cancel(UUID saga) {
            database.inTransaction(() -> engine.cancel(List.of(saga), CANCELLED));
        }

        void approve(UUID saga) {
            new SagaSignals(engine, database.table(), known, database.transaction())
                    .send(saga, "approved", new Approval(true), "key");
        }

        ActionOutcome act(UUID saga, ActionRequest request) {
            return new SagaOperators(engine, database.queries(), database.transaction())
                    .act(new SeenSaga(saga, database.revision(saga)), request);
        }
    }
}
