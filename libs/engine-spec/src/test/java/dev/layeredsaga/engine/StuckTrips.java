package dev.layeredsaga.engine;

import dev.layeredsaga.contract.saga.EngineEvent.CompensationStarted;
import dev.layeredsaga.contract.saga.EngineEvent.SagaStuck;
import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.TripSaga.Trip;
import dev.layeredsaga.engine.TripSaga.TripEvent.TripStarted;
import dev.layeredsaga.engine.definition.Exchange;
import dev.layeredsaga.engine.definition.Step;
import dev.layeredsaga.engine.definition.StepOutcome;
import dev.layeredsaga.engine.definition.StepOutcome.GoBack;
import dev.layeredsaga.engine.definition.StepOutcome.NeedsOperator;
import dev.layeredsaga.engine.state.SagaStatus;

/** Trips to a hotel that wants to talk to a person now and then. */
final class StuckTrips {

    static final String CALL_US = "the hotel wants a call";

    private StuckTrips() {}

    record CancelHotel(StepAttempt attempt) implements SagaCommand {}

    record HotelCancelled(StepAttempt attempt) implements SagaReply {}

    record HotelWantsACall(StepAttempt attempt) implements SagaReply {}

    record HotelAsksAboutTheWeather(StepAttempt attempt) implements SagaReply {}

    /** Is at its last step, and waits for the hotel's answer. */
    static SagaScenario<Trip> bookingAHotel() {
        return SagaScenario.given(TripSaga.upTo(hotel()), new Trip("Ada", 0))
                .expectEvent(TripStarted.class)
                .expectCommand(TripSaga.BookTrain.class)
                .whenReply(TripSaga.TrainBooked::new)
                .expectCommand(TripSaga.AskForWeather.class)
                .whenReply(attempt -> new TripSaga.Weather(attempt, 4))
                .expectCommand(TripSaga.BookHotel.class);
    }

    static SagaScenario<Trip> stuckOnBookingTheHotel() {
        return bookingAHotel()
                .whenReply(TripSaga.HotelFull::new)
                .expectEvent(SagaStuck.class)
                .expectStatus(SagaStatus.STUCK);
    }

    /** Is being compensated, for another reason than an operator's. */
    static SagaScenario<Trip> cancellingTheHotel() {
        return bookingAHotel()
                .whenCancelled(TripSaga.FULL)
                .expectEvent(CompensationStarted.class)
                .expectCommand(CancelHotel.class);
    }

    static SagaScenario<Trip> stuckOnCancellingTheHotel() {
        return cancellingTheHotel()
                .whenReply(HotelWantsACall::new)
                .expectEvent(SagaStuck.class)
                .expectStatus(SagaStatus.STUCK);
    }

    private static Step<Trip> hotel() {
        Exchange<Trip> book = Exchange.<Trip>send(
                        TripSaga.AGENCY,
                        (trip, attempt) -> new TripSaga.BookHotel(attempt, trip.traveller(), trip.sunnyDays()))
                .on(TripSaga.HotelBooked.class, (trip, reply) -> StepOutcome.done(trip))
                .on(TripSaga.HotelAnswersLater.class, (trip, reply) -> StepOutcome.tryAgain("the hotel is asleep"))
                .on(HotelAsksAboutTheWeather.class, (trip, reply) -> new GoBack<>("weather", "it may have changed"))
                .on(TripSaga.HotelFull.class, (trip, reply) -> new NeedsOperator<>(CALL_US));
        Exchange<Trip> cancel = TripSaga.ask(CancelHotel::new)
                .on(HotelCancelled.class, (trip, reply) -> StepOutcome.done(trip))
                .on(HotelWantsACall.class, (trip, reply) -> new NeedsOperator<>(CALL_US));
        return Step.step("hotel", book).compensatedBy(cancel);
    }
}
