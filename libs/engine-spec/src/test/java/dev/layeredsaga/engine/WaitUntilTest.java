package dev.layeredsaga.engine;

import static dev.layeredsaga.engine.state.SagaAction.RETRY;

import dev.layeredsaga.contract.saga.EngineEvent.CompensationStarted;
import dev.layeredsaga.engine.TripSaga.Trip;
import dev.layeredsaga.engine.TripSaga.TripEvent.TripStarted;
import dev.layeredsaga.engine.definition.Step;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A step that waits until a time. */
class WaitUntilTest {

    /** As many days after the start as the trip has sunny ones, which is longer than the saga may take. */
    private static SagaScenario<Trip> coolingOff(int days) {
        Step<Trip> coolingOff =
                Step.waitUntil("cooling-off", trip -> SagaScenario.START.plus(Duration.ofDays(trip.sunnyDays())));
        return SagaScenario.given(TripSaga.approvedTrip(coolingOff), new Trip("Ada", days))
                .expectEvent(TripStarted.class)
                .expectCommand(TripSaga.BookTrain.class)
                .after(Duration.ofMinutes(1))
                .whenReply(TripSaga.TrainBooked::new);
    }

    @Test
    void sendsNothingUntilThen() {
        coolingOff(14)
                .expectNothing()
                .expectStatus(SagaStatus.RUNNING)
                .expectWaitsFor("waits until 2026-01-15T12:00:00Z")
                .expectDueIn(Duration.ofDays(14).minusMinutes(1))
                .whenDue()
                .expectCommand(TripSaga.BookHotel.class)
                .expectWaitsFor(null);
    }

    @Test
    void goesOnIfTheTimeIsPast() {
        coolingOff(0).expectDueIn(Duration.ZERO).whenDue().expectCommand(TripSaga.BookHotel.class);
    }

    @Test
    void waitsOnIfItIsDrivenBefore() {
        coolingOff(14)
                .after(Duration.ofDays(2))
                .whenOperatorAsksFor(RETRY)
                .expectNothing()
                .expectDueIn(Duration.ofDays(12).minusMinutes(1));
    }

    @Test
    void doesNotCountForTheSagasDeadline() {
        coolingOff(14)
                .whenDue()
                .expectCommand(TripSaga.BookHotel.class)
                .whenUnansweredFor(Duration.ofHours(23))
                .expectStatus(SagaStatus.RUNNING)
                .whenUnansweredFor(Duration.ofHours(1))
                .expectStatus(SagaStatus.COMPENSATING);
    }

    @Test
    void canBeCancelledMeanwhile() {
        coolingOff(14)
                .whenCancelled(TripSaga.FULL)
                .expectEvent(CompensationStarted.class)
                .expectCommand(TripSaga.CancelTrain.class);
    }
}
