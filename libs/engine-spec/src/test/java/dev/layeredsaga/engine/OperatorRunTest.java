package dev.layeredsaga.engine;

import static dev.layeredsaga.engine.StuckTrips.CALL_US;
import static dev.layeredsaga.engine.StuckTrips.bookingAHotel;
import static dev.layeredsaga.engine.StuckTrips.cancellingTheHotel;
import static dev.layeredsaga.engine.StuckTrips.stuckOnBookingTheHotel;
import static dev.layeredsaga.engine.StuckTrips.stuckOnCancellingTheHotel;
import static dev.layeredsaga.engine.state.SagaAction.COMPENSATE;
import static dev.layeredsaga.engine.state.SagaAction.RESOLVE_COMPENSATED;
import static dev.layeredsaga.engine.state.SagaAction.RESOLVE_COMPLETED;
import static dev.layeredsaga.engine.state.SagaAction.RETRY;
import static dev.layeredsaga.engine.state.SagaAction.SKIP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.saga.EngineEvent.CompensationStarted;
import dev.layeredsaga.contract.saga.EngineEvent.SagaStuck;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.engine.StuckTrips.CancelHotel;
import dev.layeredsaga.engine.StuckTrips.HotelCancelled;
import dev.layeredsaga.engine.TripSaga.BookHotel;
import dev.layeredsaga.engine.TripSaga.CancelTrain;
import dev.layeredsaga.engine.TripSaga.HotelAnswersLater;
import dev.layeredsaga.engine.TripSaga.HotelBooked;
import dev.layeredsaga.engine.TripSaga.TrainCancelled;
import dev.layeredsaga.engine.TripSaga.Trip;
import dev.layeredsaga.engine.TripSaga.TripEvent.TripBooked;
import dev.layeredsaga.engine.TripSaga.TripEvent.TripRefused;
import dev.layeredsaga.engine.state.ActionRefusal;
import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.engine.state.EndedAttempt.Result;
import dev.layeredsaga.engine.state.SagaAction;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Operators' actions and the states that allow them. */
class OperatorRunTest {

    private static final Reason BY_OPERATOR = Reason.of(Reason.CANCELLED_BY_OPERATOR, SagaScenario.OPERATORS_REASON);

    @Test
    void retriesAtOnceWhatIsPutOffForLater() {
        bookingAHotel()
                .after(Duration.ofMinutes(1))
                .whenReply(HotelAnswersLater::new)
                .whenOperatorAsksFor(RETRY)
                .expectCommand(
                        BookHotel.class,
                        command -> assertThat(command.attempt().attempt()).isEqualTo(2))
                .expectDueIn(Duration.ofSeconds(10))
                .whenReply(HotelBooked::new)
                .expectEvent(TripBooked.class)
                .expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void retriesWhatIsBeingAnsweredAndHeedsOnlyTheLaterAnswer() {
        SagaScenario<Trip> saga = bookingAHotel()
                .whenOperatorAsksFor(RETRY)
                .expectCommand(BookHotel.class)
                .whenReplyToAttempt(1, HotelAnswersLater::new)
                .expectDueIn(Duration.ofSeconds(10));

        EndedAttempt givenUp = saga.history().getLast();
        assertThat(givenUp.attempt()).isEqualTo(1);
        assertThat(givenUp.result()).isEqualTo(Result.NO_ANSWER);
        assertThat(givenUp.detail()).isEqualTo("kim: the bank is back");
    }

    @Test
    void setsAStuckCompensationInMotionWithANewTimeout() {
        stuckOnCancellingTheHotel()
                .after(Duration.ofDays(3))
                .whenOperatorAsksFor(RETRY)
                .expectCommand(CancelHotel.class)
                .expectStatus(SagaStatus.COMPENSATING)
                .expectWaitsFor(null)
                .whenUnansweredFor(Duration.ofMinutes(5))
                .expectStatus(SagaStatus.COMPENSATING)
                .whenUnansweredFor(Duration.ofSeconds(30))
                .expectStatus(SagaStatus.STUCK)
                .expectWaitsFor("no answer from agency");
    }

    @Test
    void goesOnWithTheNextCompensationWhenTheRetriedOneSucceeds() {
        stuckOnCancellingTheHotel()
                .whenOperatorAsksFor(RETRY)
                .expectCommand(CancelHotel.class)
                .whenReply(HotelCancelled::new)
                .expectCommand(CancelTrain.class);
    }

    @Test
    void saysSoAgainWhenARetriedSagaIsStuckAgain() {
        stuckOnCancellingTheHotel()
                .whenOperatorAsksFor(RETRY)
                .expectCommand(CancelHotel.class)
                .whenReply(StuckTrips.HotelWantsACall::new)
                .expectEvent(SagaStuck.class)
                .expectStatus(SagaStatus.STUCK);
    }

    @Test
    void waitsForTheAnswerToARetryEvenPastTheDeadline() {
        stuckOnBookingTheHotel()
                .after(Duration.ofDays(2))
                .whenOperatorAsksFor(RETRY)
                .expectCommand(BookHotel.class)
                .expectStatus(SagaStatus.RUNNING)
                .expectDueIn(Duration.ofSeconds(10))
                .after(Duration.ofSeconds(9))
                .whenReply(HotelBooked::new)
                .expectEvent(TripBooked.class)
                .expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void compensatesASagaPastItsDeadlineWhoseRetryIsNotAnswered() {
        stuckOnBookingTheHotel()
                .after(Duration.ofDays(2))
                .whenOperatorAsksFor(RETRY)
                .expectCommand(BookHotel.class)
                .whenDue()
                .expectEvent(
                        CompensationStarted.class,
                        event -> assertThat(event.reason().code()).isEqualTo(Reason.DEADLINE_EXCEEDED))
                .expectCommand(CancelHotel.class);
    }

    @Test
    void takesASkippedCompensationAsDone() {
        SagaScenario<Trip> saga = stuckOnCancellingTheHotel()
                .whenOperatorAsksFor(SKIP)
                .expectCommand(CancelTrain.class)
                .expectStatus(SagaStatus.COMPENSATING);

        assertThat(saga.history().getLast())
                .extracting(EndedAttempt::step, EndedAttempt::result, EndedAttempt::detail)
                .containsExactly("hotel", Result.SKIPPED, "kim: the bank is back");
    }

    @Test
    void skipsACompensationThatIsBeingAnswered() {
        cancellingTheHotel()
                .whenOperatorAsksFor(SKIP)
                .expectCommand(CancelTrain.class)
                .whenReplyToStep("hotel", HotelCancelled::new)
                .expectNothing();
    }

    @Test
    void endsWhenTheLastCompensationIsSkipped() {
        stuckOnCancellingTheHotel()
                .whenOperatorAsksFor(SKIP)
                .expectCommand(CancelTrain.class)
                .whenOperatorAsksFor(SKIP)
                .expectEvent(TripRefused.class)
                .expectEnd(SagaStatus.COMPENSATED);
    }

    @Test
    void skipsNoStepOnTheWayForward() {
        bookingAHotel().expectRefusal(SKIP, ActionRefusal.NOT_SKIPPABLE);
        stuckOnBookingTheHotel().expectRefusal(SKIP, ActionRefusal.NOT_SKIPPABLE);
    }

    @Test
    void compensatesASagaForTheOperatorsReason() {
        bookingAHotel()
                .whenOperatorAsksFor(COMPENSATE)
                .expectEvent(
                        CompensationStarted.class,
                        event -> assertThat(event.reason()).isEqualTo(BY_OPERATOR))
                .expectCommand(CancelHotel.class)
                .whenReply(HotelCancelled::new)
                .expectCommand(CancelTrain.class)
                .whenReply(TrainCancelled::new)
                .expectEvent(
                        TripRefused.class, event -> assertThat(event.reason()).isEqualTo(BY_OPERATOR))
                .expectEnd(SagaStatus.COMPENSATED);
    }

    @Test
    void compensatesASagaThatIsStuckOnTheWayForward() {
        stuckOnBookingTheHotel()
                .whenOperatorAsksFor(COMPENSATE)
                .expectEvent(CompensationStarted.class)
                .expectCommand(CancelHotel.class)
                .expectStatus(SagaStatus.COMPENSATING);
    }

    @Test
    void compensatesNothingTwice() {
        cancellingTheHotel().expectRefusal(COMPENSATE, ActionRefusal.ALREADY_COMPENSATING);
        stuckOnCancellingTheHotel().expectRefusal(COMPENSATE, ActionRefusal.ALREADY_COMPENSATING);
    }

    @Test
    void completesAStuckSagaThatIsResolvedSo() {
        stuckOnBookingTheHotel()
                .whenOperatorAsksFor(RESOLVE_COMPLETED)
                .expectEvent(TripBooked.class)
                .expectEnd(SagaStatus.COMPLETED);
        stuckOnCancellingTheHotel()
                .whenOperatorAsksFor(RESOLVE_COMPLETED)
                .expectEvent(TripBooked.class)
                .expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void endsAStuckSagaAsCompensatedForTheOperatorsReason() {
        stuckOnBookingTheHotel()
                .whenOperatorAsksFor(RESOLVE_COMPENSATED)
                .expectEvent(
                        TripRefused.class, event -> assertThat(event.reason()).isEqualTo(BY_OPERATOR))
                .expectEnd(SagaStatus.COMPENSATED);
    }

    @Test
    void keepsTheReasonForWhichAStuckSagaWasBeingCompensated() {
        stuckOnCancellingTheHotel()
                .whenOperatorAsksFor(RESOLVE_COMPENSATED)
                .expectEvent(
                        TripRefused.class, event -> assertThat(event.reason()).isEqualTo(TripSaga.FULL))
                .expectEnd(SagaStatus.COMPENSATED);
    }

    @ParameterizedTest
    @EnumSource(names = {"RESOLVE_COMPLETED", "RESOLVE_COMPENSATED"})
    void resolvesOnlyWhatIsStuck(SagaAction resolve) {
        bookingAHotel().expectRefusal(resolve, ActionRefusal.NOT_STUCK);
        cancellingTheHotel().expectRefusal(resolve, ActionRefusal.NOT_STUCK);
    }

    @ParameterizedTest
    @EnumSource
    void leavesASagaAloneThatHasEnded(SagaAction action) {
        bookingAHotel()
                .whenReply(HotelBooked::new)
                .expectEvent(TripBooked.class)
                .expectRefusal(action, ActionRefusal.SAGA_ENDED)
                .expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void staysStuckOnWhatItIsStuckOnWhenAnActionIsRefused() {
        stuckOnCancellingTheHotel()
                .expectRefusal(COMPENSATE, ActionRefusal.ALREADY_COMPENSATING)
                .expectWaitsFor(CALL_US)
                .expectNeverDue();
    }
}
