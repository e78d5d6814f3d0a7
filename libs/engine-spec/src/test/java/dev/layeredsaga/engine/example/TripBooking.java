package dev.layeredsaga.engine.example;

import static dev.layeredsaga.engine.definition.Exchange.call;
import static dev.layeredsaga.engine.definition.Exchange.local;
import static dev.layeredsaga.engine.definition.StepOutcome.done;
import static dev.layeredsaga.engine.definition.StepOutcome.refused;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.Step;
import dev.layeredsaga.engine.definition.StepOutcome;
import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A whole saga in one class: a room and a seat in the service's own tables, and between them a payment over HTTP. */
public final class TripBooking {

    /** The saga's data. */
    public record Trip(
            String traveller, int nights, @Nullable String receipt) {

        Trip paid(String by) {
            return new Trip(traveller, nights, by);
        }
    }

    /** The saga's events. */
    public sealed interface TripEvent extends SagaEvent {

        record TripRequested(String traveller) implements TripEvent {}

        record RoomBooked(int nights) implements TripEvent {}

        record TripPaid(String receipt) implements TripEvent {}

        record TripBooked(String traveller) implements TripEvent {}

        record TripRefused(Reason reason) implements TripEvent {}
    }

    /** A payment service behind HTTP: one key, one payment. */
    public interface Bank {

        /** @return the receipt; null if the card is declined */
        @Nullable String charge(String key, int amount) throws IOException;

        /** Gives back what was paid under the key, and refuses what comes later under it. */
        void refund(String key) throws IOException;
    }

    private static final int PRICE_OF_A_NIGHT = 90;

    private final JdbcClient sql;
    private final Bank bank;

    public TripBooking(JdbcClient sql, Bank bank) {
        this.sql = sql;
        this.bank = bank;
    }

    /** Returns the saga as it is meant to go. */
    public SagaDefinition<Trip> definition() {
        return SagaDefinition.saga("trip-booking", 1, Trip.class)
                .startsWith((trip, self) -> new TripEvent.TripRequested(trip.traveller()))
                .then(Step.local("room", this::bookRoom).compensatedBy(local(this::cancelRoom)))
                .then(Step.call("pay", this::pay).compensatedBy(call(this::refund)))
                .then(Step.local("seat", this::bookSeat))
                .completesWith(trip -> new TripEvent.TripBooked(trip.traveller()))
                .isCompensatedWith((trip, reason) -> new TripEvent.TripRefused(reason));
    }

    private StepOutcome<Trip> bookRoom(Trip trip, StepAttempt attempt) {
        sql.sql("INSERT INTO room_booking (saga_id, nights) VALUES (?, ?)")
                .params(attempt.sagaId(), trip.nights())
                .update();
        return done(trip, new TripEvent.RoomBooked(trip.nights()));
    }

    private StepOutcome<Trip> cancelRoom(Trip trip, StepAttempt attempt) {
        sql.sql("DELETE FROM room_booking WHERE saga_id = ?")
                .param(attempt.sagaId())
                .update();
        return done(trip);
    }

    private StepOutcome<Trip> pay(Trip trip, StepAttempt attempt) throws IOException {
        String receipt = bank.charge(attempt.idempotencyKey(), trip.nights() * PRICE_OF_A_NIGHT);
        return receipt == null
                ? refused(Reason.of("CARD_DECLINED", "the bank declines the card"))
                : done(trip.paid(receipt), new TripEvent.TripPaid(receipt));
    }

    private StepOutcome<Trip> refund(Trip trip, StepAttempt attempt) throws IOException {
        bank.refund(attempt.idempotencyKey());
        return done(trip);
    }

    private StepOutcome<Trip> bookSeat(Trip trip, StepAttempt attempt) {
        UUID sagaId = attempt.sagaId();
        int taken = sql.sql(
                        "UPDATE seat SET saga_id = ? WHERE number = (SELECT min(number) FROM seat WHERE saga_id IS NULL)")
                .param(sagaId)
                .update();
        return taken == 1 ? done(trip) : refused(Reason.of("TRAIN_FULL", "the train is full"));
    }
}
