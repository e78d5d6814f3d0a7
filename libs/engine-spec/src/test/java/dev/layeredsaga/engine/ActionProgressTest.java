package dev.layeredsaga.engine;

import static dev.layeredsaga.engine.StuckTrips.bookingAHotel;
import static dev.layeredsaga.engine.StuckTrips.stuckOnBookingTheHotel;
import static dev.layeredsaga.engine.StuckTrips.stuckOnCancellingTheHotel;
import static dev.layeredsaga.engine.query.ActionView.State.DONE;
import static dev.layeredsaga.engine.query.ActionView.State.OVERTAKEN;
import static dev.layeredsaga.engine.query.ActionView.State.REQUESTED;
import static dev.layeredsaga.engine.state.SagaAction.COMPENSATE;
import static dev.layeredsaga.engine.state.SagaAction.RESOLVE_COMPLETED;
import static dev.layeredsaga.engine.state.SagaAction.RETRY;
import static dev.layeredsaga.engine.state.SagaAction.SKIP;

import dev.layeredsaga.contract.saga.EngineEvent.CompensationStarted;
import dev.layeredsaga.contract.saga.EngineEvent.SagaStuck;
import dev.layeredsaga.engine.StuckTrips.CancelHotel;
import dev.layeredsaga.engine.StuckTrips.HotelAsksAboutTheWeather;
import dev.layeredsaga.engine.StuckTrips.HotelCancelled;
import dev.layeredsaga.engine.StuckTrips.HotelWantsACall;
import dev.layeredsaga.engine.TripSaga.AskForWeather;
import dev.layeredsaga.engine.TripSaga.BookHotel;
import dev.layeredsaga.engine.TripSaga.CancelTrain;
import dev.layeredsaga.engine.TripSaga.HotelAnswersLater;
import dev.layeredsaga.engine.TripSaga.HotelFull;
import dev.layeredsaga.engine.TripSaga.TrainCancelled;
import dev.layeredsaga.engine.TripSaga.Trip;
import dev.layeredsaga.engine.TripSaga.TripEvent.TripBooked;
import dev.layeredsaga.engine.TripSaga.TripEvent.TripRefused;
import dev.layeredsaga.engine.TripSaga.Weather;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An action is reported as requested until it has happened, and never for ever. */
class ActionProgressTest {

    private static SagaScenario<Trip> retried(SagaScenario<Trip> saga) {
        return saga.whenOperatorAsksFor(RETRY)
                .expectCommand(BookHotel.class)
                .expectLastAction(RETRY, REQUESTED)
                .after(Duration.ofSeconds(1));
    }

    @Test
    void hasRetriedWhenTheAnswerIsThereWhateverItIs() {
        retried(bookingAHotel()).whenReply(HotelAnswersLater::new).expectLastAction(RETRY, DONE);
        retried(stuckOnBookingTheHotel())
                .whenReply(HotelFull::new)
                .expectEvent(SagaStuck.class)
                .expectLastAction(RETRY, DONE);
    }

    @Test
    void hasRetriedWhenNoAnswerComes() {
        retried(bookingAHotel()).whenDue().expectCommand(BookHotel.class).expectLastAction(RETRY, DONE);
    }

    @Test
    void hasNotRetriedWhenOnlyTheEarlierAttemptIsAnswered() {
        retried(bookingAHotel()).whenReplyToAttempt(1, HotelAnswersLater::new).expectLastAction(RETRY, REQUESTED);
    }

    @Test
    void hasRetriedWhenTheSagaIsCancelledMeanwhile() {
        retried(bookingAHotel())
                .whenCancelled(TripSaga.FULL)
                .expectEvent(CompensationStarted.class)
                .expectCommand(CancelHotel.class)
                .expectLastAction(RETRY, DONE);
    }

    /** The second stay at a step counts its attempts from 1 again. */
    @Test
    void isNotTakenInByAnAttemptOfAnEarlierStay() {
        SagaScenario<Trip> again = bookingAHotel()
                .whenDue()
                .expectCommand(BookHotel.class)
                .whenReply(HotelAsksAboutTheWeather::new)
                .expectCommand(AskForWeather.class)
                .after(Duration.ofSeconds(1))
                .whenReply(attempt -> new Weather(attempt, 2))
                .expectCommand(BookHotel.class);

        retried(again).whenReply(HotelAnswersLater::new).expectLastAction(RETRY, DONE);
    }

    @Test
    void hasEndedWhenAllIsCompensated() {
        bookingAHotel()
                .whenOperatorAsksFor(COMPENSATE)
                .expectEvent(CompensationStarted.class)
                .expectCommand(CancelHotel.class)
                .after(Duration.ofSeconds(1))
                .whenReply(HotelCancelled::new)
                .expectCommand(CancelTrain.class)
                .expectLastAction(COMPENSATE, REQUESTED)
                .after(Duration.ofSeconds(1))
                .whenReply(TrainCancelled::new)
                .expectEvent(TripRefused.class)
                .expectLastAction(COMPENSATE, DONE);
    }

    @Test
    void hasSkippedAndResolvedAtOnce() {
        stuckOnCancellingTheHotel()
                .whenOperatorAsksFor(SKIP)
                .expectCommand(CancelTrain.class)
                .expectLastAction(SKIP, DONE);
        stuckOnBookingTheHotel()
                .whenOperatorAsksFor(RESOLVE_COMPLETED)
                .expectEvent(TripBooked.class)
                .expectLastAction(RESOLVE_COMPLETED, DONE);
    }

    @Test
    void isOvertakenWhenTheSagaEndsInAnotherWay() {
        bookingAHotel()
                .whenOperatorAsksFor(COMPENSATE)
                .expectEvent(CompensationStarted.class)
                .expectCommand(CancelHotel.class)
                .whenReply(HotelWantsACall::new)
                .expectEvent(SagaStuck.class)
                .whenOperatorAsksFor(RESOLVE_COMPLETED)
                .expectEvent(TripBooked.class)
                .expectAction(0, OVERTAKEN);
    }
}
