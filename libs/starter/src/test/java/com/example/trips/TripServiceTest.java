package com.example.trips;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.example.trips.TripService.Trip;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.client.RestClient;

/** A plain service with the starter and one saga, without a broker and without Spring Security. */
@ExtendWith(OutputCaptureExtension.class)
class TripServiceTest {

    private static final ConfigurableApplicationContext SERVICE = start(database());

    private final RestClient http = RestClient.builder()
            .baseUrl("http://localhost:" + SERVICE.getEnvironment().getRequiredProperty("local.server.port"))
            .defaultStatusHandler(status -> true, (request, response) -> {})
            .build();
    private final JdbcClient sql = SERVICE.getBean(JdbcClient.class);

    private static Map<String, String> database() {
        return SharedInfrastructure.springProperties("trips");
    }

    private static ConfigurableApplicationContext start(Map<String, String> database, Class<?>... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--messaging.kafka.enabled=false",
                "--management.endpoints.web.exposure.include=health,metrics",
                "--management.endpoint.health.show-components=always"));
        database.entrySet().stream()
                .filter(setting -> setting.getKey().startsWith("spring.datasource."))
                .forEach(setting -> arguments.add("--" + setting.getKey() + "=" + setting.getValue()));
        SpringApplication service = new SpringApplication(TripService.class);
        service.addPrimarySources(Arrays.asList(more));
        return service.run(arguments.toArray(String[]::new));
    }

    @AfterAll
    static void close() {
        SERVICE.close();
    }

    @Test
    void completesASaga() {
        UUID trip = book("Ada");

        assertThat(saga(trip)).containsEntry("status", "COMPLETED").containsEntry("definition", "trip");
        assertThat(bookings(trip)).containsExactly("hotel", "train");
        assertThat(get("/sagas?definition=trip&limit=100").getBody()).contains(trip.toString());
    }

    @Test
    void compensatesASaga() {
        UUID trip = book("Bob");

        assertThat(saga(trip)).containsEntry("status", "COMPENSATED");
        assertThat(bookings(trip)).isEmpty();
        assertThat(get("/actuator/metrics/saga.ended?tag=definition:trip&tag=outcome:COMPENSATED")
                        .getStatusCode())
                .isEqualTo(HttpStatus.OK);
    }

    @Test
    void refusesAnActionWithoutAnOperator() {
        UUID trip = book("Ada");

        ResponseEntity<String> refused = http.post()
                .uri("/sagas/{id}/compensate", trip)
                .body(Map.of("revision", 1, "reason", "a test"))
                .retrieve()
                .toEntity(String.class);

        assertThat(refused.getStatusCode()).isEqualTo(HttpStatus.UNAUTHORIZED);
        assertThat(refused.getBody()).contains("\"code\":\"UNAUTHENTICATED\"");
    }

    @Test
    void leavesTheServicesOwnFailuresAlone() {
        ResponseEntity<String> own =
                http.post().uri("/trips?traveller=").retrieve().toEntity(String.class);

        assertThat(own.getStatusCode()).isEqualTo(HttpStatus.INTERNAL_SERVER_ERROR);
        assertThat(own.getBody()).contains("\"path\":\"/trips\"").doesNotContain("\"code\"");
        assertThat(get("/sagas/" + UUID.randomUUID()).getBody()).contains("\"code\":\"SAGA_NOT_FOUND\"");
    }

    @Test
    void isHealthyByItsLoops() {
        assertThat(get("/actuator/health").getBody()).contains("\"loops\":{\"status\":\"UP\"}");
    }

    @Test
    void hasItsTablesBesideTheServicesOwn() {
        assertThat(tables("public")).containsExactly("booking", "flyway_schema_history");
        assertThat(tables("layered_saga"))
                .contains("held_message", "inbox", "outbox", "saga", "saga_event", "saga_schema_history");
        assertThat(sql.sql("SELECT script FROM public.flyway_schema_history")
                        .query(String.class)
                        .list())
                .containsExactly("V1__bookings.sql");
    }

    @Test
    void doesNotStartWhileATableOfTheServiceHidesOneOfTheEngines(CapturedOutput output) throws Exception {
        Map<String, String> database = database();
        try (var connection = DriverManager.getConnection(
                        database.get("spring.datasource.url"),
                        database.get("spring.datasource.username"),
                        database.get("spring.datasource.password"));
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE inbox (mine text)");
        }

        assertThat(catchThrowable(() -> start(database))).isNotNull();
        assertThat(output)
                .contains("cannot start: the service's connections do not find these tables of schema layered_saga:"
                        + " inbox (hidden by public.inbox); rename what hides them");
    }

    @Test
    void doesNotStartWithTwoSagasOfOneNameAndVersion(CapturedOutput output) {
        assertThat(catchThrowable(() -> start(database(), SameTrip.class))).isNotNull();
        assertThat(output).contains("cannot start: saga 'trip' version 1 is defined twice");
    }

    @Test
    void doesNotStartWithAStepWithoutAParticipant(CapturedOutput output) {
        assertThat(catchThrowable(() -> start(database(), UnregisteredTrain.class)))
                .isNotNull();
        assertThat(output)
                .contains("cannot start: participant 'railway' is local, and no LocalParticipant has its name");
    }

    @Test
    void doesNotStartWithARemoteParticipantAndNoBroker(CapturedOutput output) {
        assertThat(catchThrowable(() -> start(database(), FarAway.class))).isNotNull();
        assertThat(output)
                .contains("cannot start: participant 'airline' is remote, and messaging.kafka.enabled is false");
    }

    /** As the JVM says it where a definition calls what this version of the engine does not have. */
    @Test
    void doesNotStartWithASagaThatWasBuiltForAnotherVersionOfTheEngine(CapturedOutput output) {
        assertThat(catchThrowable(() -> start(database(), BuiltForAnother.class)))
                .isNotNull();
        assertThat(output)
                .contains("cannot start: built for another version of Layered Saga than is there: "
                        + "'void dev.layeredsaga.engine.definition.Step.gone()'");
    }

    static class BuiltForAnother {

        @Bean
        SagaDefinition<Trip> tripOfAnother() {
            throw new NoSuchMethodError("'void dev.layeredsaga.engine.definition.Step.gone()'");
        }
    }

    static class SameTrip {

        @Bean
        SagaDefinition<Trip> sameTrip() {
            return new TripService().trip();
        }
    }

    static class UnregisteredTrain {

        @Bean
        Participant railway() {
            return new Participant.Local("railway");
        }
    }

    static class FarAway {

        @Bean
        Participant airline() {
            return new Participant.Remote("airline", "flights");
        }
    }

    private UUID book(String traveller) {
        String id =
                http.post().uri("/trips?traveller={name}", traveller).retrieve().body(String.class);
        return UUID.fromString(String.valueOf(id).replace("\"", ""));
    }

    private Map<String, Object> saga(UUID id) {
        return http.get().uri("/sagas/{id}", id).retrieve().body(new ParameterizedTypeReference<>() {});
    }

    private ResponseEntity<String> get(String path) {
        return http.get().uri(path).retrieve().toEntity(String.class);
    }

    private List<String> bookings(UUID trip) {
        return sql.sql("SELECT what FROM booking WHERE trip = ? ORDER BY what")
                .param(trip)
                .query(String.class)
                .list();
    }

    private List<String> tables(String schema) {
        return sql.sql("SELECT table_name FROM information_schema.tables WHERE table_schema = ? ORDER BY 1")
                .param(schema)
                .query(String.class)
                .list();
    }
}
