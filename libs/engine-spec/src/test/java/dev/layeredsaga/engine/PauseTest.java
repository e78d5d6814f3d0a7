package dev.layeredsaga.engine;

import static dev.layeredsaga.engine.StuckTrips.bookingAHotel;
import static dev.layeredsaga.engine.StuckTrips.cancellingTheHotel;
import static dev.layeredsaga.engine.StuckTrips.stuckOnBookingTheHotel;
import static dev.layeredsaga.engine.definition.FailurePolicy.retry;
import static dev.layeredsaga.engine.state.SagaAction.COMPENSATE;
import static dev.layeredsaga.engine.state.SagaAction.PAUSE;
import static dev.layeredsaga.engine.state.SagaAction.RESUME;
import static dev.layeredsaga.engine.state.SagaAction.RETRY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.saga.EngineEvent.CompensationStarted;
import dev.layeredsaga.contract.saga.EngineEvent.SagaStuck;
import dev.layeredsaga.engine.StuckTrips.CancelHotel;
import dev.layeredsaga.engine.StuckTrips.HotelCancelled;
import dev.layeredsaga.engine.TripSaga.BookHotel;
import dev.layeredsaga.engine.TripSaga.BookTrain;
import dev.layeredsaga.engine.TripSaga.CancelTrain;
import dev.layeredsaga.engine.TripSaga.HotelAnswersLater;
import dev.layeredsaga.engine.TripSaga.HotelBooked;
import dev.layeredsaga.engine.TripSaga.TrainBooked;
import dev.layeredsaga.engine.TripSaga.Trip;
import dev.layeredsaga.engine.TripSaga.TripEvent.TripBooked;
import dev.layeredsaga.engine.TripSaga.TripEvent.TripStarted;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.Step;
import dev.layeredsaga.engine.query.ActionView.State;
import dev.layeredsaga.engine.state.ActionRefusal;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A pause sends nothing, loses no answer, and costs a saga none of its time. */
class PauseTest {

    private static final String BY_KIM = "paused by kim: the bank lies";

    private static SagaScenario<Trip> bookingATrain() {
        return bookingATrain(TripSaga.nextVersion());
    }

    private static SagaScenario<Trip> bookingATrain(SagaDefinition<Trip> trip) {
        return SagaScenario.given(trip, new Trip("Ada", 0))
                .expectEvent(TripStarted.class)
                .expectCommand(BookTrain.class);
    }

    private static SagaScenario<Trip> pausedBeforeTheHotel() {
        return bookingATrain().whenPaused("hotel", false).whenReply(TrainBooked::new);
    }

    @Test
    void sendsNothingInAStepThatIsPausedAndSaysSo() {
        pausedBeforeTheHotel()
                .expectNothing()
                .expectStatus(SagaStatus.RUNNING)
                .expectWaitsFor(BY_KIM)
                .expectNeverDue()
                .whenResumed()
                .whenDue()
                .expectCommand(BookHotel.class)
                .expectWaitsFor(null)
                .whenReply(HotelBooked::new)
                .expectEvent(TripBooked.class)
                .expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void goesOnInTheOtherStepsOfTheDefinition() {
        bookingATrain().whenPaused("train", false).whenReply(TrainBooked::new).expectCommand(BookHotel.class);
        bookingATrain().whenPaused(null, false).whenReply(TrainBooked::new).expectWaitsFor(BY_KIM);
    }

    @Test
    void takesTheAnswerToWhatIsOut() {
        bookingAHotel()
                .whenPaused(null, false)
                .whenReply(HotelBooked::new)
                .expectEvent(TripBooked.class)
                .expectEnd(SagaStatus.COMPLETED);
    }

    /** Keeps waiting for it meanwhile: whatever the answer is, it counts. */
    @Test
    void repeatsNothingThatIsOutUntilItIsResumed() {
        SagaScenario<Trip> unanswered = bookingAHotel()
                .whenPaused("hotel", false)
                .whenDue()
                .expectWaitsFor(BY_KIM)
                .expectNeverDue();
        int ended = unanswered.history().size();

        unanswered
                .after(Duration.ofHours(1))
                .whenReply(HotelAnswersLater::new)
                .expectWaitsFor("the hotel is asleep")
                .whenDue()
                .expectWaitsFor(BY_KIM)
                .whenResumed()
                .whenDue()
                .expectCommand(BookHotel.class);
        assertThat(unanswered.history()).hasSize(ended + 1);

        bookingAHotel()
                .whenPaused("hotel", false)
                .whenDue()
                .whenResumed()
                .whenDue()
                .expectCommand(BookHotel.class);
    }

    /** The saga may take a day. */
    @Test
    void doesNotMakeTheSagaLate() {
        pausedBeforeTheHotel()
                .after(Duration.ofDays(3))
                .whenResumed()
                .whenDue()
                .expectCommand(BookHotel.class)
                .whenUnansweredFor(Duration.ofHours(23))
                .expectStatus(SagaStatus.RUNNING)
                .whenUnansweredFor(Duration.ofHours(1))
                .expectStatus(SagaStatus.COMPENSATING);
        bookingAHotel()
                .whenPaused(null, false)
                .whenDue()
                .after(Duration.ofDays(3))
                .whenReply(HotelAnswersLater::new)
                .whenDue()
                .whenResumed()
                .whenDue()
                .expectCommand(BookHotel.class)
                .expectStatus(SagaStatus.RUNNING);
    }

    @Test
    void doesNotMakeAStepLate() {
        Step<Trip> hotel = TripSaga.hotel();
        hotel.action().onFailure(retry().forAtMost(Duration.ofSeconds(25)));
        bookingATrain(TripSaga.upTo(hotel))
                .whenReply(TrainBooked::new)
                .expectCommand(TripSaga.AskForWeather.class)
                .whenPaused("hotel", false)
                .whenReply(attempt -> new TripSaga.Weather(attempt, 4))
                .after(Duration.ofDays(3))
                .whenResumed()
                .whenDue()
                .expectCommand(BookHotel.class)
                .whenUnansweredFor(Duration.ofSeconds(24))
                .expectStatus(SagaStatus.RUNNING)
                .whenUnansweredFor(Duration.ofSeconds(1))
                .expectStatus(SagaStatus.COMPENSATING);
        bookingATrain(TripSaga.approvedTrip(TripSaga.approval()))
                .whenReply(TrainBooked::new)
                .after(Duration.ofDays(2))
                .whenOperatorAsksFor(PAUSE)
                .after(Duration.ofDays(9))
                .whenOperatorAsksFor(RESUME)
                .whenDue()
                .expectNothing()
                .expectDueIn(Duration.ofDays(1));
    }

    @Test
    void isCompensatedAllTheSameUnlessThatIsPausedToo() {
        bookingAHotel()
                .whenPaused("hotel", false)
                .whenCancelled(TripSaga.FULL)
                .expectEvent(CompensationStarted.class)
                .expectCommand(CancelHotel.class);
        bookingAHotel()
                .whenPaused("hotel", true)
                .whenCancelled(TripSaga.FULL)
                .expectEvent(CompensationStarted.class)
                .expectWaitsFor(BY_KIM)
                .expectStatus(SagaStatus.COMPENSATING)
                .whenResumed()
                .whenDue()
                .expectCommand(CancelHotel.class);
        cancellingTheHotel()
                .whenPaused(null, false)
                .whenReply(HotelCancelled::new)
                .expectWaitsFor(BY_KIM)
                .whenResumed()
                .whenDue()
                .expectCommand(CancelTrain.class);
    }

    /** Compensations are tried for five minutes before a person is asked. */
    @Test
    void doesNotCountForTheTimeoutOfACompensation() {
        cancellingTheHotel()
                .whenPaused(null, false)
                .whenDue()
                .after(Duration.ofHours(1))
                .whenResumed()
                .whenDue()
                .expectCommand(CancelHotel.class)
                .expectStatus(SagaStatus.COMPENSATING);
    }

    @Test
    void isForOneSagaIfAnOperatorAsksForThat() {
        bookingAHotel()
                .whenOperatorAsksFor(PAUSE)
                .expectLastAction(PAUSE, State.DONE)
                .expectWaitsFor("paused by kim: the bank is back")
                .expectNeverDue()
                .expectRefusal(RETRY, ActionRefusal.SAGA_PAUSED)
                .whenOperatorAsksFor(RESUME)
                .expectDueIn(Duration.ZERO)
                .expectRefusal(RESUME, ActionRefusal.NOT_PAUSED)
                .whenDue()
                .expectCommand(BookHotel.class);
        bookingATrain()
                .whenOperatorAsksFor(PAUSE)
                .whenReply(TrainBooked::new)
                .expectNothing()
                .expectWaitsFor("paused by kim: the bank is back")
                .whenOperatorAsksFor(COMPENSATE)
                .expectEvent(CompensationStarted.class)
                .expectNothing()
                .whenOperatorAsksFor(RESUME)
                .whenDue()
                .expectCommand(CancelTrain.class);
    }

    @Test
    void leavesASagaStuckThatNeedsAPerson() {
        stuckOnBookingTheHotel()
                .whenOperatorAsksFor(PAUSE)
                .expectStatus(SagaStatus.STUCK)
                .expectWaitsFor(StuckTrips.CALL_US)
                .whenOperatorAsksFor(RESUME)
                .expectNeverDue();
        bookingAHotel()
                .whenPaused(null, false)
                .whenDue()
                .whenReply(TripSaga.HotelFull::new)
                .expectEvent(SagaStuck.class)
                .whenResumed()
                .expectNeverDue();
    }

    /** A signal is an answer to a step that waits already. */
    @Test
    void takesTheSignalThatIsWaitedForAndGoesNoFurther() {
        bookingATrain(TripSaga.approvedTrip(TripSaga.approval()))
                .whenReply(TrainBooked::new)
                .whenPaused(null, false)
                .whenSignal("approved", new TripSaga.Approval(true))
                .expectNothing()
                .expectWaitsFor(BY_KIM)
                .whenResumed()
                .whenDue()
                .expectCommand(BookHotel.class);
        bookingATrain(TripSaga.approvedTrip(TripSaga.approval()))
                .whenPaused("approved", false)
                .whenReply(TrainBooked::new)
                .whenSignal("approved", new TripSaga.Approval(true))
                .expectWaitsFor(BY_KIM)
                .whenResumed()
                .whenDue()
                .expectCommand(BookHotel.class);
    }
}
