package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.contract.saga.EngineEvent.SagaEnded;
import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.Sagas;
import dev.layeredsaga.engine.Sagas.Start;
import dev.layeredsaga.engine.definition.Exchange;
import dev.layeredsaga.engine.definition.LocalParticipant;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.Step;
import dev.layeredsaga.engine.definition.StepOutcome;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import jakarta.validation.constraints.Max;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.JsonNode;

/** A second saga in the service, a trip, which is started over HTTP and by a call. Its only step is done at once. */
class SagaStartTest {

    private static final String TRIP = "{\"traveller\": \"Ada\", \"days\": 3}";

    private static OrchestratorInstance service;

    record Trip(
            String traveller, @Max(30) int days, @Nullable List<Stop> stops) {

        record Stop(String town) {}
    }

    record BookTrip(StepAttempt attempt, int days) implements SagaCommand {}

    record TripBooked(StepAttempt attempt) implements SagaReply {}

    record TripStarted(int version) implements SagaEvent {}

    static class Trips {

        static final Participant AGENCY = new Participant.Local("agency");

        @Bean
        SagaDefinition<Trip> trip() {
            return trip(1).startedOverHttp();
        }

        @Bean
        SagaDefinition<Trip> nextTrip() {
            return trip(2).startedOverHttp();
        }

        /** Of a release to come: it is not started yet. */
        @Bean
        SagaDefinition<Trip> laterTrip() {
            return trip(3);
        }

        @Bean
        Participant agency() {
            return AGENCY;
        }

        @Bean
        LocalParticipant agencyInThisProcess() {
            return new Agency();
        }

        private static SagaDefinition<Trip> trip(int version) {
            return SagaDefinition.saga("trip", version, Trip.class)
                    .startsWith((trip, self) -> new TripStarted(self.version()))
                    .then(Step.step(
                            "book",
                            Exchange.<Trip>send(AGENCY, (trip, attempt) -> new BookTrip(attempt, trip.days()))
                                    .on(TripBooked.class, (trip, reply) -> StepOutcome.done(trip))))
                    .completesWith(trip -> SagaEnded.because(null))
                    .isCompensatedWith((trip, reason) -> SagaEnded.because(reason));
        }
    }

    private static final class Agency implements LocalParticipant {

        @Override
        public String name() {
            return "agency";
        }

        @Override
        public List<SagaReply> handle(List<? extends SagaCommand> commands) {
            return commands.stream()
                    .<SagaReply>map(command -> new TripBooked(command.attempt()))
                    .toList();
        }

        @Override
        public Set<UUID> unfinished(Collection<UUID> sagaIds) {
            return Set.of();
        }

        @Override
        public void forget(Collection<UUID> sagaIds) {}
    }

    @BeforeAll
    static void start() {
        service = OrchestratorInstance.startWithBeans(Trips.class);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void startsTheHighestVersionThatMayBeAndOnceForAKey() {
        Api.Answer started = start("a-key", TRIP);
        Api.Answer again = start("\"a-key\"", "{\"days\": 3, \"traveller\": \"Ada\", \"stops\": null}");

        assertThat(started.status()).isEqualTo(202);
        assertThat(again.status()).isEqualTo(202);
        assertThat(again.body()).isEqualTo(started.body());
        JsonNode saga = service.api()
                .get("/sagas/" + started.body().path("sagaId").asString())
                .body();
        assertThat(saga.path("definition").asString()).isEqualTo("trip");
        assertThat(saga.path("version").asInt()).isEqualTo(2);
        assertThat(saga.path("status").asString()).isEqualTo("COMPLETED");
        assertThat(start("another-key", TRIP).body()).isNotEqualTo(started.body());
    }

    @Test
    void refusesOtherDataUnderTheSameKey() {
        start("reused", TRIP);

        Api.Answer other = start("reused", "{\"traveller\": \"Ada\", \"days\": 4}");

        assertThat(other.status()).isEqualTo(422);
        assertThat(other.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    }

    @Test
    void startsOneSagaForManyWhoStartItAtOnce() {
        List<CompletableFuture<Integer>> answers = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> start("at-once", TRIP).status()))
                .toList();

        assertThat(answers).map(CompletableFuture::join).containsOnly(202);
        assertThat(events(Sagas.idOf("trip", "at-once", "kim"))).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"days\": 3}                                              | traveller     | must not be null",
                "{\"traveller\": \"Ada\", \"days\": 31}                     | days          | must be less than or equal to 30",
                "{\"traveller\": \"Ada\", \"days\": \"x\"}                  | days          | has the wrong type",
                "{\"traveller\": \"Ada\", \"days\": 3, \"hotel\": 1}        | hotel         | is not known",
                "{\"traveller\": \"Ada\", \"days\": 3, \"stops\": [{}]}     | stops[0].town | must not be null"
            })
    void refusesDataThatTheDefinitionDoesNotTake(String body, String field, String message) {
        Api.Answer refused = start("refused", body);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.code()).isEqualTo("VALIDATION_FAILED");
        JsonNode error = refused.body().path("errors").path(0);
        assertThat(error.path("field").asString()).isEqualTo(field);
        assertThat(error.path("message").asString()).isEqualTo(message);
    }

    @Test
    void refusesWhatItCannotStart() {
        assertThat(start("a", "null").code()).isEqualTo("MALFORMED_REQUEST");
        assertThat(start("", TRIP).code()).isEqualTo("IDEMPOTENCY_KEY_MALFORMED");
        assertThat(service.api().post("/sagas/trip", TRIP).code()).isEqualTo("IDEMPOTENCY_KEY_MISSING");
        assertThat(service.api()
                        .post("/sagas/voyage", TRIP, Map.of("Idempotency-Key", "a"))
                        .code())
                .isEqualTo("DEFINITION_NOT_FOUND");
        assertThat(service.api()
                        .post("/sagas/order", TRIP, Map.of("Idempotency-Key", "a"))
                        .status())
                .as("started by the order-service only")
                .isEqualTo(404);
    }

    @Test
    void needsAScope() {
        assertThat(as(LocalIssuer.get().customer("mina"), "a")).isEqualTo(403);
        assertThat(as(starter(), "a")).isEqualTo(202);
        assertThat(service.api().as(starter()).post("/sagas/actions", "{}").status())
                .isEqualTo(403);
    }

    @Test
    void describesEachBodyInTheOpenApi() {
        JsonNode document = service.api().get("/openapi").body();
        JsonNode start = document.at("/paths/~1sagas~1trip/post");

        assertThat(start.at("/requestBody/content/application~1json/schema/$ref")
                        .asString())
                .isEqualTo("#/components/schemas/Trip");
        assertThat(document.at("/components/schemas/Trip/required").toString()).isEqualTo("[\"days\",\"traveller\"]");
        assertThat(document.path("paths").has("/sagas/{definition}")).isFalse();
    }

    @Test
    void startsInTheCallersTransaction() {
        Sagas sagas = service.bean(Sagas.class);
        TransactionOperations transaction = service.bean(TransactionOperations.class);
        SagaDefinition<Trip> trip = Trips.trip(1);
        Trip data = new Trip("Ada", 3, null);
        UUID id = UUID.randomUUID();

        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    sagas.start(trip, id, data);
                    throw new IllegalStateException("after all");
                }))
                .hasMessage("after all");
        assertThat(events(id)).isZero();

        transaction.executeWithoutResult(
                status -> assertThat(sagas.start(trip, id, data)).isEqualTo(Start.STARTED));
        assertThat(sagas.start(trip, id, data)).isEqualTo(Start.REPEATED);
        assertThat(sagas.start(trip, id, new Trip("Bob", 3, null))).isEqualTo(Start.CONFLICT);
        assertThat(events(id)).isEqualTo(2);
    }

    private static String starter() {
        return LocalIssuer.get()
                .typedToken("JWT", "shop", "sagas.start", Instant.now().plusSeconds(600));
    }

    private static Api.Answer start(String key, String body) {
        return service.api().post("/sagas/trip", body, Map.of("Idempotency-Key", key));
    }

    private static int as(String token, String key) {
        return service.api()
                .as(token)
                .post("/sagas/trip", TRIP, Map.of("Idempotency-Key", key))
                .status();
    }

    private static long events(UUID id) {
        return service.database()
                .sql("SELECT count(*) FROM saga_event WHERE saga_id = ?")
                .param(id)
                .query(Long.class)
                .single();
    }
}
