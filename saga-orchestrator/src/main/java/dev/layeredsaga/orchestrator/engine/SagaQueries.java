package dev.layeredsaga.orchestrator.engine;

import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.saga.Reason;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Reads sagas for people. */
public class SagaQueries {

    private static final JsonMapper JSON = MessageJson.mapper();

    private final EntityManager entities;
    private final SagaDefinitions definitions;
    private final SagaHistory history;

    SagaQueries(EntityManager entities, SagaDefinitions definitions, SagaHistory history) {
        this.entities = entities;
        this.definitions = definitions;
        this.history = history;
    }

    /** The saga with its whole timeline and the operators' actions. */
    public Optional<SagaView> find(UUID id) {
        return Optional.ofNullable(entities.find(Saga.class, id)).map(this::wholeView);
    }

    /**
     * Up to {@code limit} sagas in the order of their ids, without timelines and actions.
     *
     * @param after the last id already seen
     */
    public List<SagaView> list(SagaFilter filter, @Nullable UUID after, int limit) {
        return select("SELECT s FROM Saga s WHERE true = true", Saga.class, filter, after)
                .setMaxResults(limit)
                .getResultList()
                .stream()
                .map(saga -> view(saga, List.of(), List.of()))
                .toList();
    }

    /** Up to {@code limit} sagas that have not ended, in the order of their ids. */
    List<SeenSaga> unfinished(SagaFilter filter, @Nullable UUID after, int limit) {
        String unfinished =
                "SELECT new %s(s.id, s.version) FROM Saga s WHERE s.status IN (RUNNING, COMPENSATING, STUCK)"
                        .formatted(SeenSaga.class.getName());
        return select(unfinished, SeenSaga.class, filter, after)
                .setMaxResults(limit)
                .getResultList();
    }

    private <T> TypedQuery<T> select(String what, Class<T> type, SagaFilter filter, @Nullable UUID after) {
        String jpql = what
                + (filter.status() == null ? "" : " AND s.status = :status")
                + (filter.step() == null ? "" : " AND s.step = :step")
                + (filter.definition() == null ? "" : " AND s.definition = :definition")
                + (after == null ? "" : " AND s.id > :after")
                + " ORDER BY s.id";
        TypedQuery<T> query = entities.createQuery(jpql, type);
        setIfGiven(query, "status", filter.status());
        setIfGiven(query, "step", filter.step());
        setIfGiven(query, "definition", filter.definition());
        setIfGiven(query, "after", after);
        return query;
    }

    private static void setIfGiven(TypedQuery<?> query, String name, @Nullable Object value) {
        if (value != null) {
            query.setParameter(name, value);
        }
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
