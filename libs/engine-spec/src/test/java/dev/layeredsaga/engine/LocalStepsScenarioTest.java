package dev.layeredsaga.engine;

import static dev.layeredsaga.engine.SagaScenario.given;
import static dev.layeredsaga.engine.definition.StepOutcome.done;
import static dev.layeredsaga.engine.definition.StepOutcome.refused;
import static dev.layeredsaga.engine.definition.StepOutcome.tryAgain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.saga.EngineEvent.CompensationStarted;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.engine.TripSaga.Trip;
import dev.layeredsaga.engine.TripSaga.TripEvent.TripBooked;
import dev.layeredsaga.engine.TripSaga.TripEvent.TripRefused;
import dev.layeredsaga.engine.TripSaga.TripEvent.TripStarted;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Local steps without a database: methods run at once, calls when the test says so. */
class LocalStepsScenarioTest {

    @BeforeEach
    void begin() {
        LocalTrips.METHODS.clear();
    }

    private static SagaScenario<Trip> started() {
        return given(LocalTrips.scripted(), new Trip("Ada", 3)).expectEvent(TripStarted.class);
    }

    @Test
    void runsMethodsAtOnceAndCallsWhenDue() {
        started()
                .expectStatus(SagaStatus.RUNNING)
                .whenCallsRun()
                .expectEvent(TripBooked.class)
                .expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void carriesWhatAMethodReturnsToTheNext() {
        List<Integer> days = new ArrayList<>();
        LocalTrips.METHODS.put("write", (trip, attempt) -> done(new Trip(trip.traveller(), 7)));
        LocalTrips.METHODS.put("call", (trip, attempt) -> {
            days.add(trip.sunnyDays());
            return done(trip);
        });

        started().whenCallsRun().expectEvent(TripBooked.class).expectEnd(SagaStatus.COMPLETED);

        assertThat(days).containsExactly(7);
    }

    @Test
    void compensatesWhatWasDoneByMethodsAndCalls() {
        LocalTrips.METHODS.put("check", (trip, attempt) -> refused(TripSaga.FULL));

        started()
                .whenCallsRun()
                .expectEvent(CompensationStarted.class)
                .expectStatus(SagaStatus.COMPENSATING)
                .whenCallsRun()
                .expectEvent(TripRefused.class)
                .expectEnd(SagaStatus.COMPENSATED);
    }

    @Test
    void triesAgainWhatThrew() {
        LocalTrips.METHODS.put("call", (trip, attempt) -> {
            if (attempt.attempt() == 1) {
                throw new IllegalStateException("the line is dead");
            }
            return done(trip);
        });

        started()
                .after(Duration.ofSeconds(10))
                .whenCallsRun()
                .expectWaitsFor("IllegalStateException: the line is dead")
                .expectDueIn(Duration.ofSeconds(1))
                .whenDue()
                .whenCallsRun()
                .expectEvent(TripBooked.class)
                .expectEnd(SagaStatus.COMPLETED);
    }

    /** The first call returned after it had been made again: its refusal is no longer the answer, its success would be. */
    @Test
    void ignoresTheRefusalOfACallThatHasBeenMadeAgain() {
        LocalTrips.METHODS.put("call", (trip, attempt) -> attempt.attempt() == 1 ? refused(TripSaga.FULL) : done(trip));

        started().whenDue().whenCallsRun().expectEvent(TripBooked.class).expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void doesNotTakeALateCallOfAStepForItsCompensation() {
        LocalTrips.METHODS.put("recall", (trip, attempt) -> tryAgain("not yet"));

        started()
                .whenCancelled(Reason.of("CHANGED_PLANS", "Ada stays at home"))
                .expectEvent(CompensationStarted.class)
                .whenCallsRun()
                .expectStatus(SagaStatus.COMPENSATING)
                .expectWaitsFor("not yet");
    }
}
