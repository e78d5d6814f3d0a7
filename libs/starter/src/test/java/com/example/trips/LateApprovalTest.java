package com.example.trips;

import static dev.layeredsaga.engine.definition.StepOutcome.done;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.trips.TripService.Trip;
import com.example.trips.TripService.TripBooked;
import com.example.trips.TripService.TripRefused;
import com.example.trips.TripService.TripStarted;
import dev.layeredsaga.engine.Sagas;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.Step;
import dev.layeredsaga.engine.due.ManualDueLoop;
import dev.layeredsaga.engine.query.SagaQueries;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@SpringBootTest(properties = "messaging.kafka.enabled=false")
@Import(ManualDueLoop.class)
class LateApprovalTest {

    record Approval(String by) {}

    @TestConfiguration
    static class Approvals {

        @Bean
        SagaDefinition<Trip> approvedTrip() {
            return SagaDefinition.saga("approved-trip", 1, Trip.class)
                    .startsWith((trip, definition) -> new TripStarted(trip.traveller()))
                    .then(Step.awaitSignal("approved", Approval.class, Duration.ofDays(3), (trip, by) -> done(trip)))
                    .completesWith(trip -> new TripBooked())
                    .isCompensatedWith((trip, reason) -> new TripRefused(reason));
        }
    }

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        SharedInfrastructure.springProperties("trips").forEach((name, value) -> registry.add(name, () -> value));
    }

    @Test
    void isCompensatedAfterThreeDays(
            @Autowired Sagas sagas,
            @Autowired SagaDefinition<Trip> approvedTrip,
            @Autowired SagaQueries queries,
            @Autowired ManualDueLoop time) {
        UUID trip = UUID.randomUUID();
        sagas.start(approvedTrip, trip, new Trip("Ada"));

        time.tick(Duration.ofDays(2));
        assertThat(queries.find(trip).orElseThrow().status()).isEqualTo(SagaStatus.RUNNING);

        time.tick(Duration.ofDays(1));
        assertThat(queries.find(trip).orElseThrow().status()).isEqualTo(SagaStatus.COMPENSATED);
    }
}
