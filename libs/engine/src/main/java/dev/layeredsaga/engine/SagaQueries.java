package dev.layeredsaga.engine;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.messaging.envelope.MessageJson;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** Reads sagas for people. */
public class SagaQueries {

    private static final JsonMapper JSON = MessageJson.mapper();

    private final JdbcClient jdbc;
    private final SagaDefinitions definitions;
    private final SagaHistory history;

    SagaQueries(JdbcClient jdbc, SagaDefinitions definitions, SagaHistory history) {
        this.jdbc = jdbc;
        this.definitions = definitions;
        this.history = history;
    }

    /** The saga with its whole timeline and the operators' actions. */
    public Optional<SagaView> find(UUID id) {
        return jdbc.sql("SELECT * FROM saga WHERE id = ?")
                .param(id)
                .query((row, number) -> new Saga(row))
                .optional()
                .map(this::wholeView);
    }

    /**
     * Up to {@code limit} sagas in the order of their ids, without timelines and actions.
     *
     * @param after the last id already seen
     */
    public List<SagaView> list(SagaFilter filter, @Nullable UUID after, int limit) {
        return select("SELECT * FROM saga WHERE true", filter, after, limit)
                .query((row, number) -> new Saga(row))
                .list()
                .stream()
                .map(saga -> view(saga, List.of(), List.of()))
                .toList();
    }

    /** Up to {@code limit} sagas that have not ended, in the order of their ids. */
    List<SeenSaga> unfinished(SagaFilter filter, @Nullable UUID after, int limit) {
        String unfinished = "SELECT id, version FROM saga WHERE status IN ('RUNNING', 'COMPENSATING', 'STUCK')";
        return select(unfinished, filter, after, limit)
                .query((row, number) -> new SeenSaga(row.getObject("id", UUID.class), row.getLong("version")))
                .list();
    }

    /** Holds for the rows whose column compares so with the value; for all of them if there is no value. */
    private record Condition(
            String column, String operator, @Nullable Object value) {}

    private JdbcClient.StatementSpec select(String what, SagaFilter filter, @Nullable UUID after, int limit) {
        StringBuilder sql = new StringBuilder(what);
        Map<String, Object> parameters = new HashMap<>(Map.of("limit", limit));
        for (Condition condition : List.of(
                new Condition(
                        "status",
                        "=",
                        filter.status() == null ? null : filter.status().name()),
                new Condition("step", "=", filter.step()),
                new Condition("definition", "=", filter.definition()),
                new Condition("id", ">", after))) {
            if (condition.value() != null) {
                sql.append(" AND %1$s %2$s :%1$s".formatted(condition.column(), condition.operator()));
                parameters.put(condition.column(), condition.value());
            }
        }
        if (filter.waiting()) {
            sql.append(" AND waits_for IS NOT NULL");
        }
        if (filter.step() != null || filter.waiting()) {
            // says nothing new, as an ended saga is in no step and waits for nothing, but names the small index
            sql.append(" AND status IN ('RUNNING', 'COMPENSATING', 'STUCK')");
        }
        return jdbc.sql(sql.append(" ORDER BY id LIMIT :limit").toString()).params(parameters);
    }

    private SagaView wholeView(Saga saga) {
        List<EndedAttempt> timeline = history.of(saga.id());
        return view(
                saga,
                timeline,
                history.actionsOn(saga.id()).stream()
                        .map(action -> ActionView.of(action, saga, timeline))
                        .toList());
    }

    private SagaView view(Saga saga, List<EndedAttempt> timeline, List<ActionView> actions) {
        return new SagaView(
                saga.id(),
                saga.version(),
                saga.definition(),
                saga.definitionVersion(),
                saga.status(),
                saga.direction(),
                saga.step(),
                saga.attempt(),
                saga.waitsFor(),
                reasonOf(saga),
                saga.dueAt(),
                saga.deadline(),
                saga.createdAt(),
                saga.updatedAt(),
                timeline,
                definitions
                        .find(saga)
                        .map(definition -> definition.remaining(saga))
                        .orElse(List.of()),
                actions);
    }

    private static @Nullable Reason reasonOf(Saga saga) {
        return saga.reason() == null ? null : JSON.readValue(saga.reason(), Reason.class);
    }
}
