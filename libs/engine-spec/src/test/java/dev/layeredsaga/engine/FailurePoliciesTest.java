package dev.layeredsaga.engine;

import static dev.layeredsaga.engine.definition.Backoff.fixed;
import static dev.layeredsaga.engine.definition.FailurePolicy.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.contract.saga.EngineEvent.CompensationStarted;
import dev.layeredsaga.contract.saga.EngineEvent.SagaStuck;
import dev.layeredsaga.engine.TripSaga.Trip;
import dev.layeredsaga.engine.TripSaga.TripEvent.TripBooked;
import dev.layeredsaga.engine.TripSaga.TripEvent.TripStarted;
import dev.layeredsaga.engine.definition.FailurePolicy;
import dev.layeredsaga.engine.definition.PolicySettings;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import dev.layeredsaga.engine.definition.Step;
import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.SagaAction;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.messaging.failure.StartupException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** The engine does what a definition says about failures, and the settings in its place. */
class FailurePoliciesTest {

    private static final Duration FIVE_SECONDS = Duration.ofSeconds(5);

    @Test
    void asksAnOperatorAfterTheLastAttemptAndSendsNothingMore() {
        lookingForAHotel(trip(retry().upTo(3).every(fixed(FIVE_SECONDS)).thenAskAnOperator()))
                .whenReply(TripSaga.HotelAnswersLater::new)
                .expectDueIn(FIVE_SECONDS)
                .whenDue()
                .expectCommand(TripSaga.BookHotel.class)
                .whenReply(TripSaga.HotelAnswersLater::new)
                .expectDueIn(FIVE_SECONDS)
                .whenDue()
                .expectCommand(TripSaga.BookHotel.class)
                .whenReply(TripSaga.HotelAnswersLater::new)
                .expectEvent(
                        SagaStuck.class, event -> assertThat(event.reason()).isEqualTo("the hotel is asleep"))
                .expectNothing()
                .expectStatus(SagaStatus.STUCK)
                .expectNeverDue();
    }

    @Test
    void countsAttemptsThatAreNotAnsweredAndGivesAnOperatorOneMore() {
        lookingForAHotel(trip(retry().upTo(2).thenAskAnOperator()))
                .whenDue()
                .expectCommand(TripSaga.BookHotel.class)
                .expectDueIn(Duration.ofSeconds(20))
                .whenDue()
                .expectEvent(
                        SagaStuck.class, event -> assertThat(event.reason()).isEqualTo("no answer from agency"))
                .expectNeverDue()
                .whenOperatorAsksFor(SagaAction.RETRY)
                .expectCommand(TripSaga.BookHotel.class)
                .whenReply(TripSaga.HotelAnswersLater::new)
                .expectEvent(SagaStuck.class)
                .expectNeverDue()
                .whenOperatorAsksFor(SagaAction.RETRY)
                .expectCommand(TripSaga.BookHotel.class)
                .whenReply(TripSaga.HotelBooked::new)
                .expectEvent(TripBooked.class)
                .expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void compensatesAfterTheLastAttempt() {
        SagaDefinition<Trip> trip = trip(retry().upTo(2).thenCompensate());
        trip.steps().getLast().whenTooLate(TripSaga.FULL);

        lookingForAHotel(trip)
                .whenReply(TripSaga.HotelAnswersLater::new)
                .whenDue()
                .expectCommand(TripSaga.BookHotel.class)
                .whenReply(TripSaga.HotelAnswersLater::new)
                .expectEvent(
                        CompensationStarted.class,
                        event -> assertThat(event.reason()).isEqualTo(TripSaga.FULL))
                .expectCommand(TripSaga.CancelTrain.class);
    }

    @Test
    void asksAnOperatorAtTheLimitOfTime() {
        lookingForAHotel(trip(retry().forAtMost(Duration.ofSeconds(25)).thenAskAnOperator()))
                .whenDue()
                .expectCommand(TripSaga.BookHotel.class)
                .expectDueIn(Duration.ofSeconds(15))
                .whenDue()
                .expectEvent(SagaStuck.class)
                .expectNothing()
                .expectNeverDue();
    }

    @Test
    void asksAnOperatorAtTheSagasDeadlineToo() {
        lookingForAHotel(trip(retry().thenAskAnOperator()))
                .whenUnansweredFor(Duration.ofDays(1))
                .expectStatus(SagaStatus.STUCK)
                .expectNeverDue()
                .whenOperatorAsksFor(SagaAction.RETRY)
                .expectCommand(TripSaga.BookHotel.class)
                .expectDueIn(Duration.ofSeconds(10))
                .whenDue()
                .expectEvent(SagaStuck.class)
                .expectNeverDue();
    }

    @Test
    void triesForeverWhateverTheSagasDeadline() {
        lookingForAHotel(trip(retry().forever()).onFailure(retry().upTo(1).forAtMost(FIVE_SECONDS)))
                .whenUnansweredFor(Duration.ofDays(3))
                .expectStatus(SagaStatus.RUNNING)
                .whenDue()
                .expectCommand(TripSaga.BookHotel.class)
                .whenReply(TripSaga.HotelBooked::new)
                .expectEvent(TripBooked.class)
                .expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void triesAgainAfterARefusalThatIsNotFinal() {
        lookingForAHotel(trip(retry().every(fixed(FIVE_SECONDS)).exceptOn("CLOSED")))
                .whenReply(TripSaga.HotelFull::new)
                .expectNothing()
                .expectWaitsFor(TripSaga.FULL.message())
                .expectDueIn(FIVE_SECONDS);
    }

    @Test
    void compensatesAfterAFinalRefusalHoweverManyAttemptsAreLeft() {
        lookingForAHotel(trip(retry().upTo(20).exceptOn(TripSaga.FULL.code()).thenAskAnOperator()))
                .whenReply(TripSaga.HotelFull::new)
                .expectEvent(CompensationStarted.class)
                .expectCommand(TripSaga.CancelTrain.class);
    }

    @Test
    void pausesNoLongerThanTheTimeoutWhereSomethingIsKeptAlive() {
        SagaDefinition<Trip> trip = trip(retry().every(fixed(Duration.ofMinutes(1))));
        trip.steps().getLast().keepingAlive(data -> true, TripSaga.ask(TripSaga.AskForWeather::new));

        lookingForAHotel(trip).whenReply(TripSaga.HotelAnswersLater::new).expectDueIn(Duration.ofSeconds(10));
    }

    @Test
    void takesTheDefinitionsPolicyForWhatAStepDoesNotSay() {
        lookingForAHotel(trip(retry().within(FIVE_SECONDS))
                        .onFailure(retry().within(Duration.ofSeconds(7)).upTo(1).thenAskAnOperator()))
                .expectDueIn(FIVE_SECONDS)
                .whenDue()
                .expectEvent(SagaStuck.class)
                .expectNeverDue();
    }

    @Test
    void triesCompensationsAsTheirOwnPolicySays() {
        cancellingTheTrain(
                        trip(retry()).onFailureOfCompensations(retry().upTo(2).thenAskAnOperator()))
                .whenDue()
                .expectCommand(TripSaga.CancelTrain.class)
                .whenDue()
                .expectEvent(SagaStuck.class)
                .expectNothing()
                .expectStatus(SagaStatus.STUCK)
                .expectNeverDue();
    }

    @Test
    void doesAsTheSettingsSayInPlaceOfTheDefinition() {
        SagaDefinition<Trip> trip = configured(
                trip(retry().upTo(20).within(Duration.ofSeconds(9)).thenCompensate()),
                Map.of(
                        "saga.policies.trip.hotel.attempts", "1",
                        "saga.policies.trip.hotel.timeout", "3s",
                        "saga.policies.trip.hotel.then", "ask-an-operator"));

        lookingForAHotel(trip).expectDueIn(Duration.ofSeconds(3)).whenDue().expectEvent(SagaStuck.class);
    }

    @Test
    void triesACompensationAsItsSettingsSay() {
        Map<String, String> settings = Map.of(
                "saga.compensation-timeout", "20s",
                "saga.policies.trip.train.attempts", "1",
                "saga.policies.trip.train.compensation.pause", "4s");
        SagaDefinition<Trip> trip = configured(trip(retry()), settings);
        Step<Trip> train = trip.steps().getFirst();

        cancellingTheTrain(trip)
                .whenUnansweredFor(Duration.ofSeconds(19))
                .expectStatus(SagaStatus.COMPENSATING)
                .whenUnansweredFor(Duration.ofSeconds(11))
                .expectStatus(SagaStatus.STUCK)
                .expectDueIn(Duration.ofSeconds(40));
        assertThat(trip.policy(train, Direction.BACKWARD))
                .hasToString(
                        "retry for 20s, with pauses of 4s and 10s for each answer, then alert an operator and go on");
    }

    @ParameterizedTest
    @CsvSource({
        "tripp.hotel.attempts, tripp is not set right: there is no saga 'tripp'",
        "trip.hotell.attempts, trip.hotell is not set right: saga 'trip' has no step 'hotell'",
        "trip.hotel.compensation.attempts, trip.hotel.compensation is not set right: step 'hotel' has no compensation"
    })
    void refusesSettingsForWhatIsNotThere(String setting, String message) {
        assertThatThrownBy(() -> configured(TripSaga.definition(), Map.of("saga.policies." + setting, "1")))
                .isInstanceOf(StartupException.class)
                .hasMessage("saga.policies." + message);
    }

    @ParameterizedTest
    @CsvSource({
        "hotel.attempts, 0, attempts must be at least 1",
        "hotel.timeout, 2h, timeout must be positive and at most an hour",
        "hotel.pause, 0s, a pause must be positive",
        "train.compensation.limit, 0s, limit must be positive"
    })
    void refusesSettingsThatMakeNoSense(String setting, String value, String why) {
        assertThatThrownBy(() -> configured(TripSaga.definition(), Map.of("saga.policies.trip." + setting, value)))
                .rootCause()
                .hasMessageContaining(why);
    }

    @Test
    void neverCompensatesACompensation() {
        SagaDefinition<Trip> trip = trip(retry());
        Objects.requireNonNull(trip.steps().getFirst().compensation())
                .onFailure(retry().upTo(3).thenCompensate());

        assertThatThrownBy(() -> configured(trip, Map.of()))
                .isInstanceOf(StartupException.class)
                .hasMessage("saga 'trip' version 3 compensates the compensation of 'train'");
    }

    private static SagaDefinition<Trip> trip(FailurePolicy ofHotel) {
        Step<Trip> hotel = TripSaga.hotel();
        hotel.action().onFailure(ofHotel);
        return TripSaga.upTo(hotel);
    }

    private static SagaDefinition<Trip> configured(SagaDefinition<Trip> trip, Map<String, String> settings) {
        PolicySettings bound =
                new Binder(new MapConfigurationPropertySource(settings)).bindOrCreate("saga", PolicySettings.class);
        SagaDefinitions unused = new SagaDefinitions(List.of(trip), List.of(TripSaga.AGENCY), bound);
        return trip;
    }

    private static SagaScenario<Trip> lookingForAHotel(SagaDefinition<Trip> trip) {
        return SagaScenario.given(trip, new Trip("Ada", 0))
                .expectEvent(TripStarted.class)
                .expectCommand(TripSaga.BookTrain.class)
                .whenReply(TripSaga.TrainBooked::new)
                .expectCommand(TripSaga.AskForWeather.class)
                .whenReply(attempt -> new TripSaga.Weather(attempt, 4))
                .expectCommand(TripSaga.BookHotel.class);
    }

    private static SagaScenario<Trip> cancellingTheTrain(SagaDefinition<Trip> trip) {
        return lookingForAHotel(trip)
                .whenReply(TripSaga.HotelFull::new)
                .expectEvent(CompensationStarted.class)
                .expectCommand(TripSaga.CancelTrain.class);
    }
}
