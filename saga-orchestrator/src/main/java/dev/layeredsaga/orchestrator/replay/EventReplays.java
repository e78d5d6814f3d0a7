package dev.layeredsaga.orchestrator.replay;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import dev.layeredsaga.engine.state.PublishedEvent;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.engine.state.SagaHistory;
import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.messaging.heartbeat.WakeUp;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.sweep.Sweep;
import dev.layeredsaga.messaging.trace.TraceParent;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.stereotype.Repository;

/**
 * The replays of events that operators have asked for, at most one for a topic. The events of some sagas at a time are published in the
 * transaction that moves the replay on, and the next ones once the broker has these: so the outbox does not fill up, and what is said to be
 * sent is on the topic. Thread-safe.
 */
@Repository
public class EventReplays implements Sweep {

    private static final int SAGAS = 200;

    private static final RowMapper<EventReplay> ROW = new SimplePropertyRowMapper<>(EventReplay.class);

    private static final String INSERT = """
            INSERT INTO event_replay (topic, begun_from, begun_until, position, operator, reason) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """;

    private final JdbcTemplate jdbc;
    private final SagaHistory history;
    private final Outbox outbox;
    private final WakeUp requested = new WakeUp();

    EventReplays(JdbcTemplate jdbc, SagaHistory history, Outbox outbox) {
        this.jdbc = jdbc;
        this.history = history;
        this.outbox = outbox;
    }

    /**
     * All events of the sagas that began in a range of time, for a topic of their own.
     *
     * @param topic the topic that they were published on, {@code .replay.} and a name
     * @param begunUntil exclusive
     * @param position sagas that began before have been sent; the replay is complete at {@code begunUntil}
     * @param events how many events have been sent
     */
    public record EventReplay(
            String topic, Instant begunFrom, Instant begunUntil, Instant position, long events, String operator) {

        private String source() {
            return topic.substring(0, topic.indexOf(".replay."));
        }
    }

    /** Adds a replay if there is none for the topic. Returns it; empty if there is one of another range. */
    public Optional<EventReplay> request(String topic, Instant from, Instant until, String operator, String reason) {
        Timestamp begin = Timestamp.from(from);
        Timestamp end = Timestamp.from(until);
        jdbc.update(INSERT, topic, begin, end, begin, operator, reason);
        AfterCommit.run(requested::now);
        return one("topic = ? AND begun_from = ? AND begun_until = ?", topic, begin, end);
    }

    public Optional<EventReplay> find(String topic) {
        return one("topic = ?", topic);
    }

    @Override
    public Schedule schedule() {
        return new Schedule("events to replay", Duration.ofMillis(500), 1);
    }

    @Override
    public WakeUp wokenBy() {
        return requested;
    }

    /** Chance decides which replay is next, so that one whose topic takes nothing does not hold up the others. */
    @Override
    public int sweep() {
        return one("position < begun_until ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED")
                .map(this::publishNext)
                .orElse(0);
    }

    private int publishNext(EventReplay replay) {
        if (outbox.hasUnsent(replay.topic())) {
            return 0;
        }
        List<Saga> sagas = history.sagasBegun(replay.source(), replay.position(), replay.begunUntil(), SAGAS);
        Map<UUID, Saga> byId = sagas.stream().collect(toMap(Saga::id, saga -> saga));
        List<PublishedEvent> events = history.eventsAfter(sagas.stream().collect(toMap(Saga::id, saga -> 0L)));
        for (PublishedEvent event : events) {
            TraceParent trace = requireNonNull(byId.get(event.sagaId())).trace();
            outbox.publish(event.message().to(replay.topic()).inTrace(trace));
        }
        Instant next = sagas.isEmpty()
                ? replay.begunUntil()
                : sagas.getLast().createdAt().plus(1, ChronoUnit.MICROS);
        String update = "UPDATE event_replay SET position = ?, events = events + ? WHERE topic = ?";
        return jdbc.update(update, Timestamp.from(next), events.size(), replay.topic());
    }

    private Optional<EventReplay> one(String condition, Object... parameters) {
        return jdbc.query("SELECT * FROM event_replay WHERE " + condition, ROW, parameters).stream()
                .findFirst();
    }
}
