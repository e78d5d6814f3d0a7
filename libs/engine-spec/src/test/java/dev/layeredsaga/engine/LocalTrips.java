package dev.layeredsaga.engine;

import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.TripSaga.Trip;
import dev.layeredsaga.engine.definition.Exchange;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.Step;
import dev.layeredsaga.engine.definition.StepMethod;
import dev.layeredsaga.engine.definition.StepOutcome;
import dev.layeredsaga.engine.example.TripBooking;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Trips of local steps: the example, and one whose methods each test writes. */
final class LocalTrips {

    static final TestBank BANK = new TestBank();

    static final Map<String, StepMethod<Trip>> METHODS = new ConcurrentHashMap<>();

    /** A row of a table, by JPA. No two have the same text. */
    @Entity(name = "note")
    static class Note {

        @Id
        @Column(name = "saga_id")
        private @Nullable UUID sagaId;

        private @Nullable String text;

        protected Note() {}

        Note(UUID sagaId, String text) {
            this.sagaId = sagaId;
            this.text = text;
        }

        @Nullable String text() {
            return text;
        }

        void change(String newText) {
            text = newText;
        }
    }

    static void begin(JdbcClient sql, int seats) {
        BANK.begin();
        METHODS.clear();
        sql.sql("""
                CREATE TABLE IF NOT EXISTS room_booking (saga_id uuid PRIMARY KEY, nights int NOT NULL);
                CREATE TABLE IF NOT EXISTS seat (number int PRIMARY KEY, saga_id uuid);
                CREATE TABLE IF NOT EXISTS note (saga_id uuid PRIMARY KEY, text text UNIQUE);
                TRUNCATE room_booking, seat, note
                """).update();
        sql.sql("INSERT INTO seat (number) SELECT generate_series(1, ?)")
                .param(seats)
                .update();
    }

    @Bean
    SagaDefinition<TripBooking.Trip> tripBooking(JdbcClient sql) {
        return new TripBooking(sql, BANK).definition();
    }

    /** Its methods are done at once unless a test has others. Without any sun it has no calls. */
    @Bean
    SagaDefinition<Trip> scriptedTrip() {
        return scripted();
    }

    static SagaDefinition<Trip> scripted() {
        return SagaDefinition.saga("scripted-trip", 1, Trip.class)
                .startsWith(TripSaga::started)
                .then(Step.<Trip>local("write", (trip, attempt) -> run("write", trip, attempt))
                        .compensatedBy(Exchange.local((trip, attempt) -> run("unwrite", trip, attempt))))
                .then(Step.<Trip>call("call", (trip, attempt) -> run("call", trip, attempt))
                        .compensatedBy(Exchange.call((trip, attempt) -> run("recall", trip, attempt)))
                        .onlyIf(trip -> trip.sunnyDays() >= 0))
                .then(Step.local("check", (trip, attempt) -> run("check", trip, attempt)))
                .completesWith(trip -> new TripSaga.TripEvent.TripBooked())
                .isCompensatedWith((trip, reason) -> new TripSaga.TripEvent.TripRefused(reason));
    }

    private static StepOutcome<Trip> run(String name, Trip trip, StepAttempt attempt) throws Exception {
        return METHODS.getOrDefault(name, (same, any) -> StepOutcome.done(same)).run(trip, attempt);
    }

    /** Keeps what is paid under each key. Thread-safe. */
    static final class TestBank implements TripBooking.Bank {

        private final Map<String, Integer> paid = new ConcurrentHashMap<>();

        void begin() {
            paid.clear();
        }

        @Override
        public String charge(String key, int amount) {
            paid.put(key, amount);
            return "receipt of " + key;
        }

        @Override
        public void refund(String key) {
            paid.put(key, 0);
        }

        @Nullable Integer paidUnder(String key) {
            return paid.get(key);
        }
    }
}
