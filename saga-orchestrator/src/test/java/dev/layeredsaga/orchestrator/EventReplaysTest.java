package dev.layeredsaga.orchestrator;

import static dev.layeredsaga.orchestrator.Problems.invalid;
import static dev.layeredsaga.orchestrator.Problems.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.messaging.sweep.Sweeps;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Events of the past on topics of their own, as operators ask for them. */
class EventReplaysTest {

    private static final String SWEEP = "events to replay";
    private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final String SOME_TOPIC = "/events/replays/saga.events.replay.some";

    private final OrchestratorInstance service = OrchestratorInstance.shared();
    private final Api api = service.api();
    private final JdbcClient database = service.database();
    private final String topic = "saga.events.replay." + UUID.randomUUID();

    /** In the past, so that no other test's sagas are among those of the hour. */
    private final Instant from =
            Instant.ofEpochSecond(ThreadLocalRandom.current().nextLong(1_000_000_000));

    private final Instant until = from.plus(Duration.ofHours(1));

    /** Other tests look at the oldest sagas, and at those that wait for the inventory. */
    @AfterEach
    void removeSagas() {
        String there = " WHERE created_at BETWEEN '%s' AND '%s'".formatted(from, until);
        statement("DELETE FROM saga" + there + " AND step = 'reserve'");
        statement("UPDATE saga SET created_at = updated_at, version = version + 1" + there);
    }

    @Test
    void haveAllEventsOfTheSagasThatBeganInThatTimeAsTheyWerePublished() {
        PlacedOrder paid = PlacedOrder.payingWith("pm_ok");
        paid.stockIsClaimed();
        paid.awaitStep("confirm");
        List<UUID> others = PlacedOrder.startedSagas(2);
        began(paid.id(), from);
        began(others.getFirst(), until.minusNanos(1_000));
        began(others.getLast(), until);
        UUID elsewhere = PlacedOrder.startedSagas(1).getFirst();
        began(elsewhere, from);
        statement(
                "UPDATE saga SET topic = 'parcels.events', version = version + 1 WHERE id = '%s'".formatted(elsewhere));
        statement("UPDATE saga SET trace_parent = '%s', version = version + 1 WHERE id = '%s'"
                .formatted(TRACE, paid.id()));

        Api.Answer answer = request(topic, from, until);

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.body().path("operator").asString()).isEqualTo("kim");
        awaitComplete(topic, 4);
        List<String> published = await().until(() -> published(Topics.SAGA_EVENTS, paid.id()), all -> all.size() == 3);
        assertThat(published(topic, paid.id())).isEqualTo(published);
        assertThat(new PublishedRecords(topic).of(paid.id()))
                .allSatisfy(event -> assertThat(PublishedRecords.header(event, "traceparent"))
                        .isEqualTo(TRACE));
        assertThat(published(topic, others.getFirst())).hasSize(1);
        assertThat(published(topic, others.getLast())).isEmpty();
    }

    @Test
    void areOfTheTopicThatTheirOwnIsNamedAfter() {
        List<UUID> sagas = PlacedOrder.startedSagas(2);
        sagas.forEach(saga -> began(saga, from));
        statement("UPDATE saga SET topic = '%s', version = version + 1 WHERE id = '%s'"
                .formatted(Topics.RETURNS_EVENTS, sagas.getFirst()));
        String ofReturns = "returns.events.replay." + UUID.randomUUID();

        request(ofReturns, from, until);

        awaitComplete(ofReturns, 1);
        assertThat(published(ofReturns, sagas.getFirst())).hasSize(1);
    }

    /** More than are published in one transaction, by several instances at the same time. */
    @Test
    void haveEveryEventOnce() {
        List<UUID> sagas = PlacedOrder.startedSagas(250);
        for (int i = 0; i < sagas.size(); i++) {
            began(sagas.get(i), from.plusMillis(i / 2));
        }

        try (ExecutorService instances = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 4; i++) {
                instances.execute(() -> {
                    while (!isComplete(topic)) {
                        service.bean(Sweeps.class).tick(SWEEP);
                    }
                });
            }
            request(topic, from, until);
        }

        awaitComplete(topic, 250);
        assertThat(sagas).allSatisfy(saga -> assertThat(published(topic, saga)).hasSize(1));
    }

    /** As while the topic is missing or forbidden. */
    @Test
    void publishNoMoreThanTheBrokerTakes() {
        began(PlacedOrder.startedSagas(1).getFirst(), from);
        statement("""
                INSERT INTO outbox_stuck (parcel, position, topic, message_key, message, reason, created_at, due_at)
                VALUES (0, 0, '%s', 'key', '[]', 'forbidden', now(), 'infinity')
                """.formatted(topic));
        try {
            request(topic, from, until);

            for (int i = 0; i < 3; i++) {
                int unused = service.bean(Sweeps.class).tick(SWEEP);
            }
            assertThat(api.get(path(topic)).body().path("position").asString()).isEqualTo(from.toString());
        } finally {
            statement("DELETE FROM outbox_stuck WHERE parcel = 0");
        }

        awaitComplete(topic, 1);
    }

    /** An event that has been published cannot be taken back. */
    @Test
    void publishNothingWhereTheyCannotMoveOnAndHoldUpNoOthers() {
        UUID saga = PlacedOrder.startedSagas(1).getFirst();
        began(saga, from);
        String other = topic + "-other";
        double failed = failedSweeps();
        statement("""
                CREATE FUNCTION replay_sabotage() RETURNS trigger AS $$ BEGIN RAISE 'sabotage'; END $$ LANGUAGE plpgsql;
                CREATE TRIGGER replay_sabotage BEFORE UPDATE ON event_replay
                FOR EACH ROW WHEN (new.topic = '%s') EXECUTE FUNCTION replay_sabotage();
                """.formatted(topic));
        try {
            request(topic, from, until);
            request(other, from, until);

            awaitComplete(other, 1);
            await().until(() -> failedSweeps() > failed);
            assertThat(published(topic, null)).isEmpty();
        } finally {
            statement("DROP TRIGGER replay_sabotage ON event_replay; DROP FUNCTION replay_sabotage()");
        }

        awaitComplete(topic, 1);
        assertThat(published(topic, saga)).hasSize(1);
    }

    @Test
    void areTheSameHoweverOftenTheyAreAskedFor() {
        request(topic, from, until);
        awaitComplete(topic, 0);

        Api.Answer again = request(topic, from, until);

        assertThat(again.status()).isEqualTo(202);
        assertThat(again.body()).isEqualTo(api.get(path(topic)).body());
        refused(request(topic, from, until.plusSeconds(1)), 409, "REPLAY_EXISTS");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "saga.events",
                "saga.events.replay.",
                "orders.events",
                "orders.events.replay.a",
                "inventory.events.replay.a",
                "saga.events.replay.A",
                "x.saga.events.replay.a"
            })
    void haveATopicOfTheirOwn(String wrong) {
        Api.Answer answer = request(wrong, from, until);

        assertThat(answer.code()).isEqualTo("VALIDATION_FAILED");
        assertThat(answer.body().at("/errors/0/field").asString()).isEqualTo("topic");
    }

    @ParameterizedTest
    @CsvSource({
        "1969-12-31T23:59:59Z, 2001-01-01T00:00:00Z",
        "-99999-01-01T00:00:00Z, 2001-01-01T00:00:00Z",
        "2001-01-01T00:00:01Z, 2001-01-01T00:00:00Z",
        "2001-01-01T00:00:00Z, +99999-01-01T00:00:00Z"
    })
    void areOfATimeThatIsOver(String wrongFrom, String wrongUntil) {
        invalid(
                request(topic, Instant.parse(wrongFrom), Instant.parse(wrongUntil)),
                "begunUntil",
                "must be after begunFrom, and two minutes ago or longer");
    }

    /** A saga that began before then may not be there yet. */
    @Test
    void areNotOfTheLastMinutes() {
        assertThat(request(topic, from, Instant.now()).code()).isEqualTo("VALIDATION_FAILED");
    }

    @Test
    void areNotFoundUnlessAskedFor() {
        refused(api.get(SOME_TOPIC), 404, "REPLAY_NOT_FOUND");
    }

    private Api.Answer request(String into, Instant begin, Instant end) {
        return api.put(path(into), """
                {"begunFrom": "%s", "begunUntil": "%s", "reason": "a new consumer"}""".formatted(begin, end));
    }

    private static String path(String topic) {
        return "/events/replays/" + topic;
    }

    /** The topic has all events when the replay says so, which counts what is published twice. */
    private void awaitComplete(String into, long events) {
        await().until(() ->
                api.get(path(into)).body().path("position").asString().equals(until.toString()));
        assertThat(api.get(path(into)).body().path("events").asLong()).isEqualTo(events);
        assertThat(published(into, null)).hasSize((int) events);
    }

    private boolean isComplete(String into) {
        return api.get(path(into)).body().path("position").asString("").equals(until.toString());
    }

    /** Keeps the saga from being due while the test looks. */
    private void began(UUID saga, Instant time) {
        int changed = database.sql("""
                UPDATE saga SET created_at = ?, due_at = now() + interval '1 hour', wake_at = now() + interval '1 hour',
                  version = version + 1
                WHERE id = ?
                """).params(Timestamp.from(time), saga).update();
        assertThat(changed).isOne();
    }

    private void statement(String sql) {
        int unused = database.sql(sql).update();
    }

    private double failedSweeps() {
        return service.bean(MeterRegistry.class)
                .counter("sweeps.failed", "sweep", SWEEP)
                .count();
    }

    /**
     * Returns all that a reader sees of the events, but where they are; a repetition, as of a producer that had no answer, is left out.
     *
     * @param saga null for those of all
     */
    private static List<String> published(String by, @Nullable UUID saga) {
        PublishedRecords records = new PublishedRecords(by);
        return (saga == null ? records.all() : records.of(saga))
                .stream()
                        .map(event -> String.join(
                                " ",
                                event.key(),
                                PublishedRecords.header(event, "ce_id"),
                                PublishedRecords.header(event, "ce_type"),
                                PublishedRecords.header(event, "ce_time"),
                                PublishedRecords.header(event, "ce_source"),
                                PublishedRecords.header(event, "ce_sequence"),
                                event.value()))
                        .distinct()
                        .toList();
    }
}
