package dev.layeredsaga.engine;

import static dev.layeredsaga.engine.SagaScenario.given;
import static dev.layeredsaga.engine.definition.FailurePolicy.retry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.saga.EngineEvent.CompensationStarted;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.engine.TripSaga.Trip;
import dev.layeredsaga.engine.TripSaga.TripEvent.TripBooked;
import dev.layeredsaga.engine.TripSaga.TripEvent.TripRefused;
import dev.layeredsaga.engine.TripSaga.TripEvent.TripStarted;
import dev.layeredsaga.engine.definition.Step;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The engine drives whatever is defined, not only orders. */
class TripSagaTest {

    private static SagaScenario<Trip> lookingForAHotel() {
        return given(TripSaga.definition(), new Trip("Ada", 0))
                .expectEvent(TripStarted.class)
                .expectCommand(TripSaga.BookTrain.class)
                .whenReply(TripSaga.TrainBooked::new)
                .expectCommand(TripSaga.AskForWeather.class)
                .whenReply(attempt -> new TripSaga.Weather(attempt, 4))
                .expectCommand(
                        TripSaga.BookHotel.class,
                        command -> assertThat(command.days()).isEqualTo(4));
    }

    @Test
    void carriesWhatOneStepLearnsToTheNext() {
        lookingForAHotel()
                .whenReply(TripSaga.HotelBooked::new)
                .expectEvent(TripBooked.class)
                .expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void passesOverAStepThatNeedsNoCompensation() {
        lookingForAHotel()
                .whenReply(TripSaga.HotelFull::new)
                .expectEvent(CompensationStarted.class)
                .expectCommand(TripSaga.CancelTrain.class)
                .whenReply(TripSaga.TrainCancelled::new)
                .expectEvent(
                        TripRefused.class, event -> assertThat(event.reason()).isEqualTo(TripSaga.FULL))
                .expectEnd(SagaStatus.COMPENSATED);
    }

    @Test
    void sendsNothingAlongWithARepetitionUnlessTheStepSaysSo() {
        lookingForAHotel()
                .after(Duration.ofSeconds(1))
                .whenReply(TripSaga.HotelAnswersLater::new)
                .whenDue()
                .expectCommand(TripSaga.BookHotel.class)
                .expectNothing();
    }

    /** At a steady pace, a participant with a backlog would be sent more than it can do, and never get out of it. */
    @Test
    void waitsTwiceAsLongAfterEachAttemptThatIsNotAnswered() {
        SagaScenario<Trip> waiting = lookingForAHotel().expectDueIn(Duration.ofSeconds(10));
        for (int seconds : List.of(20, 40, 60, 60)) {
            waiting.whenDue().expectCommand(TripSaga.BookHotel.class).expectDueIn(Duration.ofSeconds(seconds));
        }
    }

    @Test
    void waitsNoLongerThanAtFirstOnceAnAttemptHasBeenAnswered() {
        lookingForAHotel()
                .whenDue()
                .expectCommand(TripSaga.BookHotel.class)
                .expectDueIn(Duration.ofSeconds(20))
                .whenReply(TripSaga.HotelAnswersLater::new)
                .whenDue()
                .expectCommand(TripSaga.BookHotel.class)
                .expectDueIn(Duration.ofSeconds(10));
    }

    @Test
    void isLateByItsOwnDeadline() {
        lookingForAHotel()
                .whenUnansweredFor(Duration.ofHours(23))
                .expectStatus(SagaStatus.RUNNING)
                .whenUnansweredFor(Duration.ofHours(1))
                .expectStatus(SagaStatus.COMPENSATING)
                .whenReply(TripSaga.TrainCancelled::new)
                .expectEvent(
                        TripRefused.class,
                        event -> assertThat(event.reason().code()).isEqualTo(Reason.DEADLINE_EXCEEDED))
                .expectEnd(SagaStatus.COMPENSATED);
    }

    @Test
    void isLateByAStepsDeadlineLongBeforeItsOwn() {
        Step<Trip> hotel = TripSaga.hotel().whenTooLate(TripSaga.FULL);
        hotel.action().onFailure(retry().forAtMost(Duration.ofSeconds(25)));
        given(TripSaga.upTo(hotel), new Trip("Ada", 0))
                .expectEvent(TripStarted.class)
                .expectCommand(TripSaga.BookTrain.class)
                .after(Duration.ofHours(2))
                .whenReply(TripSaga.TrainBooked::new)
                .expectCommand(TripSaga.AskForWeather.class)
                .whenReply(attempt -> new TripSaga.Weather(attempt, 4))
                .expectCommand(TripSaga.BookHotel.class)
                .whenUnansweredFor(Duration.ofSeconds(24))
                .expectStatus(SagaStatus.RUNNING)
                .expectDueIn(Duration.ofSeconds(1))
                .whenDue()
                .expectEvent(
                        CompensationStarted.class,
                        event -> assertThat(event.reason()).isEqualTo(TripSaga.FULL))
                .expectCommand(TripSaga.CancelTrain.class)
                .expectDueIn(Duration.ofSeconds(10));
    }
}
