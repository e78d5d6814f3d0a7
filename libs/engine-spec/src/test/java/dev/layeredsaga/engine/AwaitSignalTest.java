package dev.layeredsaga.engine;

import static dev.layeredsaga.engine.definition.StepOutcome.done;
import static dev.layeredsaga.engine.state.SagaAction.RETRY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.saga.EngineEvent.CompensationStarted;
import dev.layeredsaga.contract.saga.EngineEvent.SagaStuck;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.engine.TripSaga.Approval;
import dev.layeredsaga.engine.TripSaga.Trip;
import dev.layeredsaga.engine.TripSaga.TripEvent.TripBooked;
import dev.layeredsaga.engine.TripSaga.TripEvent.TripRefused;
import dev.layeredsaga.engine.TripSaga.TripEvent.TripStarted;
import dev.layeredsaga.engine.definition.Step;
import dev.layeredsaga.engine.definition.StepOutcome.NeedsOperator;
import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A step that waits for a signal. */
class AwaitSignalTest {

    private static final Approval YES = new Approval(true);

    private static SagaScenario<Trip> bookingATrain(Step<Trip> approval) {
        return SagaScenario.given(TripSaga.approvedTrip(approval), new Trip("Ada", 0))
                .expectEvent(TripStarted.class)
                .expectCommand(TripSaga.BookTrain.class);
    }

    private static SagaScenario<Trip> awaitingApproval() {
        return bookingATrain(TripSaga.approval()).whenReply(TripSaga.TrainBooked::new);
    }

    @Test
    void sendsNothingAndSaysWhatItWaitsFor() {
        awaitingApproval()
                .expectNothing()
                .expectStatus(SagaStatus.RUNNING)
                .expectWaitsFor("waits for the signal 'approved' until 2026-01-04T12:00:00Z")
                .expectDueIn(Duration.ofDays(3));
    }

    @Test
    void goesOnAsTheSignalMeans() {
        SagaScenario<Trip> saga = awaitingApproval()
                .after(Duration.ofHours(50))
                .whenSignal("approved", YES)
                .expectCommand(TripSaga.BookHotel.class)
                .expectWaitsFor(null);

        EndedAttempt approval = saga.history().getLast();
        assertThat(approval.step()).isEqualTo("approved");
        assertThat(Duration.between(approval.sentAt(), approval.endedAt())).isEqualTo(Duration.ofHours(50));
        awaitingApproval()
                .whenSignal("approved", new Approval(false))
                .expectEvent(CompensationStarted.class)
                .expectCommand(TripSaga.CancelTrain.class);
    }

    @Test
    void keepsASignalThatComesEarlyAndTakesItOnce() {
        bookingATrain(TripSaga.approval())
                .whenSignal("approved", YES)
                .expectNothing()
                .whenReply(TripSaga.TrainBooked::new)
                .expectCommand(TripSaga.BookHotel.class)
                .whenReply(TripSaga.HotelBooked::new)
                .expectEvent(TripBooked.class)
                .expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void isCompensatedIfTheSignalDoesNotComeInTime() {
        awaitingApproval()
                .whenDue()
                .expectEvent(
                        CompensationStarted.class,
                        event -> assertThat(event.reason().code()).isEqualTo(Reason.DEADLINE_EXCEEDED))
                .expectCommand(TripSaga.CancelTrain.class)
                .whenSignal("approved", YES)
                .expectNothing();
    }

    @Test
    void goesOnWithoutTheSignalIfThatIsWhatItsStepSays() {
        bookingATrain(TripSaga.approval().otherwise(trip -> done(new Trip(trip.traveller(), 7))))
                .whenReply(TripSaga.TrainBooked::new)
                .whenDue()
                .expectCommand(
                        TripSaga.BookHotel.class,
                        command -> assertThat(command.days()).isEqualTo(7));
    }

    /** An operator's retry gives the signal its whole time once more. */
    @Test
    void asksAnOperatorIfThatIsWhatItsStepSays() {
        bookingATrain(TripSaga.approval().otherwise(trip -> new NeedsOperator<>("it is not approved of")))
                .whenReply(TripSaga.TrainBooked::new)
                .whenDue()
                .expectEvent(SagaStuck.class)
                .expectNeverDue()
                .whenSignal("approved", YES)
                .expectStatus(SagaStatus.STUCK)
                .after(Duration.ofDays(9))
                .whenOperatorAsksFor(RETRY)
                .expectCommand(TripSaga.BookHotel.class)
                .expectStatus(SagaStatus.RUNNING);
        bookingATrain(TripSaga.approval().otherwise(trip -> new NeedsOperator<>("it is not approved of")))
                .whenReply(TripSaga.TrainBooked::new)
                .whenDue()
                .expectEvent(SagaStuck.class)
                .after(Duration.ofDays(9))
                .whenOperatorAsksFor(RETRY)
                .expectStatus(SagaStatus.RUNNING)
                .expectDueIn(Duration.ofDays(3));
    }

    /** The saga may take a day, and has used none of it when the signal comes after nearly three. */
    @Test
    void doesNotCountTheTimeWaitedForTheSagasDeadline() {
        awaitingApproval()
                .after(Duration.ofHours(71))
                .whenSignal("approved", YES)
                .expectCommand(TripSaga.BookHotel.class)
                .whenUnansweredFor(Duration.ofHours(23))
                .expectStatus(SagaStatus.RUNNING)
                .whenUnansweredFor(Duration.ofHours(1))
                .expectStatus(SagaStatus.COMPENSATING);
    }

    @Test
    void isPassedOverByASagaThatItIsNotFor() {
        bookingATrain(TripSaga.approval().onlyIf(trip -> trip.sunnyDays() > 0))
                .whenReply(TripSaga.TrainBooked::new)
                .expectCommand(TripSaga.BookHotel.class);
    }

    @Test
    void canBeCancelledWhileItWaits() {
        awaitingApproval()
                .whenCancelled(TripSaga.FULL)
                .expectEvent(CompensationStarted.class)
                .expectCommand(TripSaga.CancelTrain.class)
                .whenReply(TripSaga.TrainCancelled::new)
                .expectEvent(TripRefused.class)
                .expectEnd(SagaStatus.COMPENSATED);
    }
}
