package com.example.trips;

import static com.example.trips.TripService.AGENCY;
import static dev.layeredsaga.engine.definition.Exchange.send;
import static dev.layeredsaga.engine.definition.StepOutcome.done;

import com.example.trips.TripService.BookTrain;
import com.example.trips.TripService.CancelTrain;
import com.example.trips.TripService.Cancelled;
import com.example.trips.TripService.Done;
import com.example.trips.TripService.Trip;
import com.example.trips.TripService.TripBooked;
import com.example.trips.TripService.TripRefused;
import com.example.trips.TripService.TripStarted;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.Step;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The next release of the service: a trip with an insurance, and without a hotel. */
class TripVersion2 {

    @Bean
    @Primary
    SagaDefinition<Trip> nextTrip(JdbcClient sql) {
        return SagaDefinition.saga("trip", 2, Trip.class)
                .startsWith((trip, definition) -> new TripStarted(trip.traveller()))
                .then(Step.step(
                                "train",
                                send(AGENCY, (Trip trip, StepAttempt attempt) -> new BookTrain(attempt))
                                        .on(Done.class, (trip, reply) -> done(trip)))
                        .compensatedBy(send(AGENCY, (Trip trip, StepAttempt attempt) -> new CancelTrain(attempt))
                                .on(Cancelled.class, (trip, reply) -> done(trip))))
                .then(Step.local("insurance", (trip, attempt) -> {
                    sql.sql("INSERT INTO booking (trip, what) VALUES (?, 'insurance')")
                            .param(attempt.sagaId())
                            .update();
                    return done(trip);
                }))
                .completesWith(trip -> new TripBooked())
                .isCompensatedWith((trip, reason) -> new TripRefused(reason));
    }
}
