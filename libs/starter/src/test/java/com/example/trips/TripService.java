package com.example.trips;

import static dev.layeredsaga.engine.definition.Exchange.send;
import static dev.layeredsaga.engine.definition.StepOutcome.done;
import static dev.layeredsaga.engine.definition.StepOutcome.refused;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.SagaEngine;
import dev.layeredsaga.engine.definition.LocalParticipant;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.Step;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A service as its users write it: a table, a controller and a saga of its own, and the starter. */
@SpringBootApplication
public class TripService {

    static final Participant AGENCY = new Participant.Local("agency");
    private static final Reason FULL = Reason.of("HOTEL_FULL", "the hotel is full");

    public record Trip(String traveller) {}

    record TripStarted(String traveller) implements SagaEvent {}

    record TripBooked() implements SagaEvent {}

    record TripRefused(Reason reason) implements SagaEvent {}

    record BookTrain(StepAttempt attempt) implements SagaCommand {}

    record CancelTrain(StepAttempt attempt) implements SagaCommand {}

    record BookHotel(StepAttempt attempt, String traveller) implements SagaCommand {}

    record Done(StepAttempt attempt) implements SagaReply {}

    record Cancelled(StepAttempt attempt) implements SagaReply {}

    record HotelFull(StepAttempt attempt) implements SagaReply {}

    @Bean
    SagaDefinition<Trip> trip() {
        return SagaDefinition.saga("trip", 1, Trip.class)
                .startsWith((trip, definition) -> new TripStarted(trip.traveller()))
                .then(Step.step(
                                "train",
                                send(AGENCY, (Trip trip, StepAttempt attempt) -> new BookTrain(attempt))
                                        .on(Done.class, (trip, reply) -> done(trip)))
                        .compensatedBy(send(AGENCY, (Trip trip, StepAttempt attempt) -> new CancelTrain(attempt))
                                .on(Cancelled.class, (trip, reply) -> done(trip))))
                .then(Step.step(
                        "hotel",
                        send(AGENCY, (Trip trip, StepAttempt attempt) -> new BookHotel(attempt, trip.traveller()))
                                .on(Done.class, (trip, reply) -> done(trip))
                                .on(HotelFull.class, (trip, reply) -> refused(FULL))))
                .completesWith(trip -> new TripBooked())
                .isCompensatedWith((trip, reason) -> new TripRefused(reason));
    }

    @Bean
    Participant agency() {
        return AGENCY;
    }

    @Bean
    LocalParticipant agencyHere(JdbcClient sql) {
        return new Agency(sql);
    }

    /** Books in the service's own table. Bob finds no hotel. */
    record Agency(JdbcClient sql) implements LocalParticipant {

        @Override
        public String name() {
            return "agency";
        }

        @Override
        public List<SagaReply> handle(List<? extends SagaCommand> commands) {
            return commands.stream().map(this::handle).toList();
        }

        private SagaReply handle(SagaCommand command) {
            return switch (command) {
                case BookTrain train -> book(train.attempt(), "train");
                case BookHotel hotel when hotel.traveller().equals("Bob") -> new HotelFull(hotel.attempt());
                case BookHotel hotel -> book(hotel.attempt(), "hotel");
                default -> {
                    forget(List.of(command.attempt().sagaId()));
                    yield new Cancelled(command.attempt());
                }
            };
        }

        private SagaReply book(StepAttempt attempt, String what) {
            sql.sql("INSERT INTO booking (trip, what) VALUES (?, ?) ON CONFLICT DO NOTHING")
                    .params(attempt.sagaId(), what)
                    .update();
            return new Done(attempt);
        }

        @Override
        public Set<UUID> unfinished(Collection<UUID> sagaIds) {
            return Set.of();
        }

        @Override
        public void forget(Collection<UUID> sagaIds) {
            sql.sql("DELETE FROM booking WHERE trip IN (:trips)")
                    .param("trips", sagaIds)
                    .update();
        }
    }

    @RestController
    static class Trips {

        private final SagaEngine engine;
        private final SagaDefinition<Trip> trip;

        Trips(SagaEngine engine, SagaDefinition<Trip> trip) {
            this.engine = engine;
            this.trip = trip;
        }

        @Transactional
        @PostMapping("/trips")
        public UUID book(@RequestParam("traveller") String traveller) {
            if (traveller.isBlank()) {
                throw new IllegalArgumentException("who travels?");
            }
            UUID id = UUID.randomUUID();
            engine.start(trip, Map.of(id, new Trip(traveller)));
            return id;
        }
    }
}
