package com.example.trips;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.trips.TripService.Trip;
import dev.layeredsaga.engine.SagaEngine;
import dev.layeredsaga.engine.SagaPauses;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.query.SagaQueries;
import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.testbed.infrastructure.ProjectFolder;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.ResolvableType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** The next release of the service beside this one, taken back, and there again. */
class TripVersion2Test {

    private final Map<String, String> database = SharedInfrastructure.springProperties("twotrips");
    private final List<Release> running = new ArrayList<>();

    @AfterEach
    void stop() {
        running.forEach(Release::stop);
    }

    @Test
    void eachReleaseFinishesWhatItCanAndLeavesTheRest() {
        Release old = start();
        Release young = start(TripVersion2.class);
        UUID one = old.book();
        UUID two = young.book();
        assertThat(old.trip(one))
                .extracting(SagaView::version, SagaView::status)
                .containsExactly(1, SagaStatus.COMPLETED);
        assertThat(old.trip(two))
                .extracting(SagaView::version, SagaView::status)
                .containsExactly(2, SagaStatus.COMPLETED);

        old.pauses().pause("trip", "train", false, "kim", "the railway is on strike");
        UUID underWay = young.book();
        young.stop();
        old.pauses().resume("trip", "train", "kim", "it is over");
        assertThat(old.trip(old.book()).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(old.trip(underWay).status()).isNotEqualTo(SagaStatus.COMPLETED);

        start(TripVersion2.class);
        await().until(() -> old.trip(underWay).status() == SagaStatus.COMPLETED);
        assertThat(old.bookings(underWay)).containsExactly("insurance", "train");
    }

    /** Line by line, whatever the indentation. */
    @Test
    void thePageShowsThisCode() throws IOException {
        Path root = ProjectFolder.find();
        String page = Files.readString(root.resolve("docs/versions.md"));
        Path source = root.resolve("libs/starter/src/test/java/com/example/trips/TripVersion2.java");

        List<String> shown = lines(page.substring(page.indexOf("```java\n") + 8, page.lastIndexOf("```")));

        assertThat(shown).hasSizeGreaterThan(10);
        assertThat(lines(Files.readString(source))).containsSequence(shown);
    }

    private static List<String> lines(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }

    private Release start(Class<?>... more) {
        List<String> arguments = new ArrayList<>(
                List.of("--server.port=0", "--messaging.kafka.enabled=false", "--saga.due-loop.lock-timeout=1h"));
        database.entrySet().stream()
                .filter(setting -> setting.getKey().startsWith("spring.datasource."))
                .forEach(setting -> arguments.add("--" + setting.getKey() + "=" + setting.getValue()));
        Release release =
                new Release(new SpringApplicationBuilder(Stream.concat(Stream.of(TripService.class), Stream.of(more))
                                .toArray(Class<?>[]::new))
                        .run(arguments.toArray(String[]::new)));
        running.add(release);
        return release;
    }

    private record Release(ConfigurableApplicationContext context) {

        UUID book() {
            UUID id = UUID.randomUUID();
            SagaDefinition<Trip> trip = context.<SagaDefinition<Trip>>getBeanProvider(
                            ResolvableType.forClassWithGenerics(SagaDefinition.class, Trip.class))
                    .getObject();
            context.getBean(TransactionOperations.class)
                    .executeWithoutResult(
                            status -> context.getBean(SagaEngine.class).start(trip, Map.of(id, new Trip("Ada"))));
            return id;
        }

        SagaView trip(UUID id) {
            return context.getBean(SagaQueries.class).find(id).orElseThrow();
        }

        SagaPauses pauses() {
            return context.getBean(SagaPauses.class);
        }

        List<String> bookings(UUID trip) {
            return context.getBean(JdbcClient.class)
                    .sql("SELECT what FROM booking WHERE trip = ? ORDER BY what")
                    .param(trip)
                    .query(String.class)
                    .list();
        }

        void stop() {
            context.close();
        }
    }
}
