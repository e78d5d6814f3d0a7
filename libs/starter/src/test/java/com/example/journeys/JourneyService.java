package com.example.journeys;

import static dev.layeredsaga.engine.definition.Exchange.call;
import static dev.layeredsaga.engine.definition.Exchange.local;
import static dev.layeredsaga.engine.definition.StepOutcome.done;
import static dev.layeredsaga.engine.definition.StepOutcome.refused;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.Sagas;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.Step;
import dev.layeredsaga.engine.definition.StepOutcome;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** A service as its users write it: a saga with steps in its own table and a call, and no participant. Bob finds no hotel. */
@SpringBootApplication
public class JourneyService {

    public record Journey(String traveller) {}

    record JourneyStarted(String traveller) implements SagaEvent {}

    record JourneyBooked() implements SagaEvent {}

    record JourneyRefused(Reason reason) implements SagaEvent {}

    private final JdbcClient sql;
    private final RestClient bank;

    JourneyService(JdbcClient sql, @Value("${bank:http://localhost:9090}") String bank) {
        this.sql = sql;
        this.bank = RestClient.create(bank);
    }

    public static void main(String[] args) {
        SpringApplication.run(JourneyService.class, args);
    }

    @Bean
    SagaDefinition<Journey> journey() {
        return SagaDefinition.saga("journey", 1, Journey.class)
                .startsWith((journey, definition) -> new JourneyStarted(journey.traveller()))
                .then(Step.local("train", this::bookTrain).compensatedBy(local(this::cancelTrain)))
                .then(Step.call("pay", this::pay).compensatedBy(call(this::refund)))
                .then(Step.local("hotel", this::bookHotel))
                .completesWith(journey -> new JourneyBooked())
                .isCompensatedWith((journey, reason) -> new JourneyRefused(reason));
    }

    private StepOutcome<Journey> bookTrain(Journey journey, StepAttempt attempt) {
        book(attempt.sagaId(), "train");
        return done(journey);
    }

    private StepOutcome<Journey> cancelTrain(Journey journey, StepAttempt attempt) {
        sql.sql("DELETE FROM booking WHERE trip = ?").param(attempt.sagaId()).update();
        return done(journey);
    }

    private StepOutcome<Journey> pay(Journey journey, StepAttempt attempt) {
        ask("/payments", attempt);
        return done(journey);
    }

    private StepOutcome<Journey> refund(Journey journey, StepAttempt attempt) {
        ask("/refunds", attempt);
        return done(journey);
    }

    private StepOutcome<Journey> bookHotel(Journey journey, StepAttempt attempt) {
        if (journey.traveller().equals("Bob")) {
            return refused(Reason.of("HOTEL_FULL", "the hotel is full"));
        }
        book(attempt.sagaId(), "hotel");
        return done(journey);
    }

    private void book(UUID journey, String what) {
        sql.sql("INSERT INTO booking (trip, what) VALUES (?, ?)")
                .params(journey, what)
                .update();
    }

    private void ask(String path, StepAttempt attempt) {
        bank.post()
                .uri(path)
                .header("Idempotency-Key", attempt.idempotencyKey())
                .retrieve()
                .toBodilessEntity();
    }

    @RestController
    public static class Journeys {

        private final Sagas sagas;
        private final SagaDefinition<Journey> journey;

        Journeys(Sagas sagas, SagaDefinition<Journey> journey) {
            this.sagas = sagas;
            this.journey = journey;
        }

        @Transactional
        @PostMapping("/journeys")
        public UUID book(@RequestParam("traveller") String traveller) {
            UUID id = UUID.randomUUID();
            sagas.start(journey, id, new Journey(traveller));
            return id;
        }
    }
}
