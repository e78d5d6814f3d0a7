package dev.layeredsaga.engine;

import static dev.layeredsaga.engine.definition.StepOutcome.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.contract.saga.EngineEvent.SagaEnded;
import dev.layeredsaga.contract.saga.EngineEvent.SagaEnded.Outcome;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.TripSaga.Trip;
import dev.layeredsaga.engine.definition.Exchange;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import dev.layeredsaga.engine.definition.Step;
import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.messaging.failure.StartupException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A mistake in a definition is found when the service starts, and named. */
class SagaDefinitionTest {

    private static final List<Participant> PARTICIPANTS = List.of(TripSaga.AGENCY);

    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    @Test
    void needsSteps() {
        refused(SagaDefinition.saga("trip", 3, Trip.class), "saga 'trip' version 3 has no steps");
    }

    @Test
    void needsItsStartAndEndEvents() {
        refused(
                SagaDefinition.saga("trip", 3, Trip.class).then(TripSaga.train()),
                "saga 'trip' version 3 lacks one of its start and end events");
    }

    @Test
    void needsANameForEveryStep() {
        refused(TripSaga.upTo(TripSaga.train()), "saga 'trip' version 3 has two steps named 'train'");
    }

    @Test
    void needsAReplyToEveryStep() {
        refused(
                TripSaga.upTo(Step.step("hotel", TripSaga.ask(TripSaga.BookTrain::new))),
                "saga 'trip' version 3 awaits no reply in step 'hotel'");
    }

    @Test
    void needsAReplyToEveryCompensation() {
        refused(
                TripSaga.upTo(hotel().compensatedBy(TripSaga.ask(TripSaga.CancelTrain::new))),
                "saga 'trip' version 3 awaits no reply to the compensation of 'hotel'");
    }

    @Test
    void needsRepliesThatDistinguishAStepFromItsCompensation() {
        refused(
                TripSaga.upTo(hotel().compensatedBy(TripSaga.ask(TripSaga.CancelTrain::new)
                        .on(TripSaga.HotelBooked.class, (trip, reply) -> done(trip)))),
                "saga 'trip' version 3 awaits the same reply to step 'hotel' and to its compensation");
    }

    @Test
    void listsItsSignals() {
        assertThat(TripSaga.approvedTrip(TripSaga.approval()).verified().signals())
                .containsOnly(Map.entry("approved", TripSaga.Approval.class));
    }

    @Test
    void needsAVersionOfItsOwn() {
        assertThatThrownBy(
                        () -> new SagaDefinitions(List.of(TripSaga.definition(), TripSaga.definition()), PARTICIPANTS))
                .hasMessage("saga 'trip' version 3 is defined twice");
    }

    @Test
    void asksOnlyThoseWhoAreThere() {
        List<Participant> others = List.of(new Participant.Remote("airline", "flights.commands"));

        assertThatThrownBy(() -> new SagaDefinitions(List.of(TripSaga.definition()), others))
                .hasMessage("saga 'trip' version 3 asks 'agency' in step 'train', but there is no such participant");
    }

    @Test
    void isMissedByNameAndVersion() {
        SagaDefinitions none = new SagaDefinitions(List.of(), PARTICIPANTS);

        assertThatThrownBy(() -> none.of(started())).hasMessage("no definition of saga 'trip' version 3");
        assertThat(none.find(started())).isEmpty();
    }

    @Test
    void namesEveryReplyThatItAwaitsOrIgnores() {
        SagaDefinition<Trip> definition = TripSaga.upTo(hotel().keepingAlive(
                        trip -> true,
                        TripSaga.ask(TripSaga.BookTrain::new).ignoring(TripSaga.HotelAnswersLater.class)));

        assertThat(new SagaDefinitions(List.of(definition), PARTICIPANTS).replyTypes())
                .containsExactlyInAnyOrder(
                        TripSaga.TrainBooked.class,
                        TripSaga.TrainCancelled.class,
                        TripSaga.Weather.class,
                        TripSaga.HotelBooked.class,
                        TripSaga.HotelAnswersLater.class);
    }

    @Test
    void needsRepliesThatCanBeDistinguished() {
        record TrainBooked(StepAttempt attempt) implements SagaReply {}
        refused(
                TripSaga.upTo(Step.step(
                        "hotel",
                        TripSaga.ask(TripSaga.BookTrain::new)
                                .ignoring(TrainBooked.class)
                                .on(TripSaga.HotelBooked.class, (trip, reply) -> done(trip)))),
                TrainBooked.class.getName());
    }

    @Test
    void saysHowASagaEndsThatNoVersionCanDrive() {
        SagaDefinitions both = new SagaDefinitions(
                List.of(
                        TripSaga.nextVersion()
                                .endsByHandWith((data, reason) -> new TripSaga.TripEvent.TripCancelled(TripSaga.FULL)),
                        TripSaga.definition()),
                PARTICIPANTS);
        SagaDefinitions others = new SagaDefinitions(List.of(TripSaga.cursed()), PARTICIPANTS);

        assertThat(both.endedByHand(started(), null)).isEqualTo(new TripSaga.TripEvent.TripCancelled(TripSaga.FULL));
        assertThat(others.endedByHand(started(), null)).isEqualTo(new SagaEnded(Outcome.COMPLETED, null));
        assertThat(others.endedByHand(started(), TripSaga.FULL))
                .isEqualTo(new SagaEnded(Outcome.COMPENSATED, TripSaga.FULL));
    }

    @Test
    void knowsWhichStepsRemainInEitherDirection() {
        Saga saga = started();
        saga.enter("train", Direction.FORWARD, NOW);
        assertThat(TripSaga.definition().remaining(saga)).containsExactly("weather", "hotel");

        saga.enter("hotel", Direction.BACKWARD, NOW);
        assertThat(TripSaga.definition().remaining(saga)).containsExactly("train");

        saga.end(SagaStatus.COMPENSATED, NOW);
        assertThat(TripSaga.definition().remaining(saga)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "trips events", "trips/events"})
    void refusesATopicThatCannotBe(String topic) {
        SagaDefinition<Trip> trip = TripSaga.definition();

        assertThatThrownBy(() -> trip.publishesOn(topic))
                .isInstanceOf(StartupException.class)
                .hasMessage("saga 'trip' version 3 publishes on '" + topic + "', which is not the name of a topic");
    }

    @Test
    void refusesVersionsThatPublishOnDifferentTopics() {
        List<SagaDefinition<Trip>> versions =
                List.of(TripSaga.definition(), TripSaga.nextVersion().publishesOn("trips.events"));

        assertThatThrownBy(() -> new SagaDefinitions(versions, PARTICIPANTS))
                .isInstanceOf(StartupException.class)
                .hasMessage(
                        "the versions of saga 'trip' publish on two topics, 'saga.events' and 'trips.events'; name one");
    }

    @Test
    void knowsWhichStepsARemoteParticipantDoes() {
        Participant desk = new Participant.Local("desk");
        Step<Trip> local = Step.step(
                "hotel",
                Exchange.<Trip>send(desk, (trip, attempt) -> new TripSaga.BookTrain(attempt))
                        .on(TripSaga.HotelBooked.class, (trip, reply) -> done(trip)));

        assertThat(new SagaDefinitions(List.of(TripSaga.upTo(local)), List.of(TripSaga.AGENCY, desk)).remoteSteps())
                .containsExactlyInAnyOrder("trip train", "trip weather");
    }

    private static Step<Trip> hotel() {
        return Step.step(
                "hotel",
                TripSaga.ask(TripSaga.BookTrain::new).on(TripSaga.HotelBooked.class, (trip, reply) -> done(trip)));
    }

    private static Saga started() {
        return new Saga(UUID.randomUUID(), "trip", 3, "trips.events", "{}", NOW, NOW.plusSeconds(60));
    }

    private static void refused(SagaDefinition<Trip> definition, String message) {
        assertThatThrownBy(() -> new SagaDefinitions(List.of(definition), PARTICIPANTS))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining(message);
    }
}
