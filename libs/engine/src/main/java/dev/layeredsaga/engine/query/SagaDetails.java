package dev.layeredsaga.engine.query;

import dev.layeredsaga.engine.state.SagaHistory;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.messaging.trace.TraceParent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads for people what a saga works on and what it has published. Thread-safe. */
public final class SagaDetails {

    private final JdbcClient jdbc;
    private final SagaHistory history;

    SagaDetails(JdbcClient jdbc, SagaHistory history) {
        this.jdbc = jdbc;
        this.history = history;
    }

    /**
     * A saga's data and where it stands.
     *
     * @param json the data as it is stored: it may have secrets, and may be no JSON
     * @param traceId the trace that the saga is part of; null if there is none
     */
    public record Data(
            String json, SagaStatus status, @Nullable String traceId) {}

    /**
     * An event that the saga has published.
     *
     * @param payload its JSON value
     */
    public record Event(long sequence, String type, Instant occurredAt, String payload) {}

    /** Returns the saga's data; empty if there is no such saga. */
    public Optional<Data> data(UUID id) {
        return jdbc.sql("SELECT data, status, trace_parent FROM saga WHERE id = ?")
                .param(id)
                .query((row, number) -> {
                    TraceParent trace = TraceParent.parse(row.getString("trace_parent"));
                    return new Data(
                            row.getString("data"),
                            SagaStatus.valueOf(row.getString("status")),
                            trace == null ? null : trace.traceId());
                })
                .optional();
    }

    /** Returns the saga's events in their order. */
    public List<Event> events(UUID id) {
        return history.eventsAfter(Map.of(id, 0L)).stream()
                .map(event -> new Event(event.sequence(), event.type(), event.occurredAt(), event.payload()))
                .toList();
    }
}
