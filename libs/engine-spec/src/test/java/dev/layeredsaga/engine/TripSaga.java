package dev.layeredsaga.engine;

import static dev.layeredsaga.engine.definition.Exchange.send;
import static dev.layeredsaga.engine.definition.StepOutcome.done;
import static dev.layeredsaga.engine.definition.StepOutcome.refused;
import static dev.layeredsaga.engine.definition.StepOutcome.tryAgain;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.definition.Exchange;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.Step;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A saga that has nothing to do with orders: train, then a look at the weather (which needs no compensation), then hotel. */
final class TripSaga {

    static final Participant AGENCY = new Participant.Remote("agency", "trips.commands");
    static final String CURSED_EVENTS = "cursed-trips.events";
    static final Reason FULL = Reason.of("HOTEL_FULL", "the hotel is full");
    static final String CANCELLED_BY_TRAVELLER = "CANCELLED_BY_TRAVELLER";

    private TripSaga() {}

    record Trip(String traveller, int sunnyDays) {}

    sealed interface TripEvent extends SagaEvent {

        record TripStarted(String definition, int version, String traveller) implements TripEvent {}

        record TripBooked() implements TripEvent {}

        record TripRefused(Reason reason) implements TripEvent {}

        record TripCancelled(Reason reason) implements TripEvent {}
    }

    record BookTrain(StepAttempt attempt) implements SagaCommand {}

    record TrainBooked(StepAttempt attempt) implements SagaReply {}

    record CancelTrain(StepAttempt attempt) implements SagaCommand {}

    record TrainCancelled(StepAttempt attempt) implements SagaReply {}

    record AskForWeather(StepAttempt attempt) implements SagaCommand {}

    record Weather(StepAttempt attempt, int sunnyDays) implements SagaReply {}

    record BookHotel(StepAttempt attempt, String traveller, int days) implements SagaCommand {}

    record HotelBooked(StepAttempt attempt) implements SagaReply {}

    record HotelFull(StepAttempt attempt) implements SagaReply {}

    record Approval(boolean given) {}

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

    /** As companies want it: a person has to approve of it before the hotel is asked. */
    static SagaDefinition<Trip> approvedTrip(Step<Trip> approval) {
        return trip(5, train(), approval, hotel());
    }

    static Step<Trip> approval() {
        return Step.awaitSignal(
                "approved",
                Approval.class,
                Duration.ofDays(3),
                (trip, approval) -> approval.given() ? done(trip) : refused(FULL));
    }

    @SafeVarargs
    private static SagaDefinition<Trip> trip(int version, Step<Trip>... steps) {
        SagaDefinition<Trip> trip = SagaDefinition.saga("trip", version, Trip.class)
                .within(Duration.ofDays(1))
                .startsWith(TripSaga::started)
                .completesWith(data -> new TripEvent.TripBooked())
                .isCompensatedWith((data, reason) -> new TripEvent.TripRefused(reason))
                .endsByHandWith(TripSaga::endedByHand);
        for (Step<Trip> step : steps) {
            trip.then(step);
        }
        return trip;
    }

    /** A trip whose train can be booked once, but never asked for again. */
    static SagaDefinition<Trip> cursed() {
        return SagaDefinition.saga("cursed-trip", 1, Trip.class)
                .publishesOn(CURSED_EVENTS)
                .startsWith(TripSaga::started)
                .then(Step.step("train", on(TripSaga::bookTrainOnce, TrainBooked.class)))
                .completesWith(trip -> new TripEvent.TripBooked())
                .isCompensatedWith((trip, reason) -> new TripEvent.TripRefused(reason));
    }

    static SagaEvent started(Trip trip, SagaDefinition<Trip> definition) {
        return new TripEvent.TripStarted(definition.name(), definition.version(), trip.traveller());
    }

    static SagaEvent endedByHand(String data, @Nullable Reason reason) {
        if (reason == null) {
            return new TripEvent.TripBooked();
        }
        return reason.code().equals(CANCELLED_BY_TRAVELLER)
                ? new TripEvent.TripCancelled(reason)
                : new TripEvent.TripRefused(reason);
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
