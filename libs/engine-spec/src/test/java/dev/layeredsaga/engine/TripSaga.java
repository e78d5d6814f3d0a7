package dev.layeredsaga.engine;

import static dev.layeredsaga.engine.definition.Exchange.send;
import static dev.layeredsaga.engine.definition.StepOutcome.done;
import static dev.layeredsaga.engine.definition.StepOutcome.refused;
import static dev.layeredsaga.engine.definition.StepOutcome.tryAgain;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.ReasonCode;
import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.definition.EndEvents;
import dev.layeredsaga.engine.definition.Exchange;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.Step;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A saga that has nothing to do with orders: train, then a look at the weather (which needs no undoing), then hotel. */
final class TripSaga {

    static final Participant AGENCY = new Participant.Remote("agency", "trips.commands");
    static final Reason FULL = Reason.of(ReasonCode.OUT_OF_STOCK, "the hotel is full");
    static final Money NOTHING = new Money(0, "EUR");
    static final EndEvents END_EVENTS = new EndEvents() {

        @Override
        public SagaEvent completed(String data) {
            return new SagaEvent.OrderConfirmed(null, null, NOTHING);
        }

        @Override
        public SagaEvent undone(String data, Reason reason) {
            return reason.code() == ReasonCode.CANCELLED_BY_CUSTOMER
                    ? new SagaEvent.OrderCancelled(reason, null, null, null)
                    : new SagaEvent.OrderRejected(reason, null, null, null);
        }
    };

    private TripSaga() {}

    record Trip(String traveller, int sunnyDays) {}

    record BookTrain(StepAttempt attempt) implements SagaCommand {}

    record TrainBooked(StepAttempt attempt) implements SagaReply {}

    record CancelTrain(StepAttempt attempt) implements SagaCommand {}

    record TrainCancelled(StepAttempt attempt) implements SagaReply {}

    record AskForWeather(StepAttempt attempt) implements SagaCommand {}

    record Weather(StepAttempt attempt, int sunnyDays) implements SagaReply {}

    record BookHotel(StepAttempt attempt, String traveller, int days) implements SagaCommand {}

    record HotelBooked(StepAttempt attempt) implements SagaReply {}

    record HotelFull(StepAttempt attempt) implements SagaReply {}

    record HotelAnswersLater(StepAttempt attempt) implements SagaReply {}

    static SagaDefinition<Trip> definition() {
        return upTo(hotel());
    }

    /** With a hotel of the test's own. */
    static SagaDefinition<Trip> upTo(Step<Trip> hotel) {
        return trip(3, train(), weather(), hotel);
    }

    /** As travellers want it from the next release on: without the weather. */
    static SagaDefinition<Trip> nextVersion() {
        return trip(4, train(), hotel());
    }

    @SafeVarargs
    private static SagaDefinition<Trip> trip(int version, Step<Trip>... steps) {
        SagaDefinition<Trip> trip = SagaDefinition.saga("trip", version, Trip.class)
                .within(Duration.ofDays(1))
                .startsWith(data -> new SagaEvent.SagaStarted("trip", version, data.traveller(), List.of(), NOTHING))
                .completesWith(data -> new SagaEvent.OrderConfirmed(null, null, NOTHING))
                .isUndoneWith((data, reason) -> new SagaEvent.OrderRejected(reason, null, null, null));
        for (Step<Trip> step : steps) {
            trip.then(step);
        }
        return trip;
    }

    /** A trip whose train can be booked once, but never asked for again. */
    static SagaDefinition<Trip> cursed() {
        return SagaDefinition.saga("cursed-trip", 1, Trip.class)
                .startsWith(trip -> new SagaEvent.SagaStarted("cursed-trip", 1, trip.traveller(), List.of(), NOTHING))
                .then(Step.step("train", on(TripSaga::bookTrainOnce, TrainBooked.class)))
                .completesWith(trip -> new SagaEvent.OrderConfirmed(null, null, NOTHING))
                .isUndoneWith((trip, reason) -> new SagaEvent.OrderRejected(reason, null, null, null));
    }

    private static SagaCommand bookTrainOnce(StepAttempt attempt) {
        if (attempt.attempt() > 1) {
            throw new IllegalStateException("cursed");
        }
        return new BookTrain(attempt);
    }

    static Step<Trip> train() {
        return Step.step("train", on(BookTrain::new, TrainBooked.class))
                .compensatedBy(on(CancelTrain::new, TrainCancelled.class));
    }

    private static Step<Trip> weather() {
        return Step.step(
                "weather",
                ask(AskForWeather::new)
                        .on(Weather.class, (trip, reply) -> done(new Trip(trip.traveller(), reply.sunnyDays()))));
    }

    static Step<Trip> hotel() {
        return Step.step(
                "hotel",
                Exchange.<Trip>send(
                                AGENCY, (trip, attempt) -> new BookHotel(attempt, trip.traveller(), trip.sunnyDays()))
                        .on(HotelBooked.class, (trip, reply) -> done(trip))
                        .on(HotelFull.class, (trip, reply) -> refused(FULL))
                        .on(HotelAnswersLater.class, (trip, reply) -> tryAgain("the hotel is asleep")));
    }

    private static Exchange<Trip> on(Function<StepAttempt, SagaCommand> command, Class<? extends SagaReply> success) {
        return ask(command).on(success, (trip, reply) -> done(trip));
    }

    static Exchange<Trip> ask(Function<StepAttempt, SagaCommand> command) {
        BiFunction<Trip, StepAttempt, SagaCommand> ofAttempt = (trip, attempt) -> command.apply(attempt);
        return send(AGENCY, ofAttempt);
    }
}
