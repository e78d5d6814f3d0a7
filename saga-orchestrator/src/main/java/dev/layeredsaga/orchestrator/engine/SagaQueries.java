package dev.layeredsaga.orchestrator.engine;

import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads sagas for people. */
public class SagaQueries {

    private final EntityManager entities;
    private final SagaDefinitions definitions;
    private final SagaHistory history;

    SagaQueries(EntityManager entities, SagaDefinitions definitions, SagaHistory history) {
        this.entities = entities;
        this.definitions = definitions;
        this.history = history;
    }

    /** The saga with its whole timeline. */
    public Optional<SagaView> find(UUID id) {
        return Optional.ofNullable(entities.find(Saga.class, id)).map(saga -> view(saga, history.of(id)));
    }

    /**
     * Up to {@code limit} sagas in the order of their ids, without timelines.
     *
     * @param after the last id already seen
     */
    public List<SagaView> list(@Nullable SagaStatus status, @Nullable String step, @Nullable UUID after, int limit) {
        String jpql = "SELECT s FROM Saga s WHERE true = true"
                + (status == null ? "" : " AND s.status = :status")
                + (step == null ? "" : " AND s.step = :step")
                + (after == null ? "" : " AND s.id > :after")
                + " ORDER BY s.id";
        var query = entities.createQuery(jpql, Saga.class).setMaxResults(limit);
        if (status != null) {
            query.setParameter("status", status);
        }
        if (step != null) {
            query.setParameter("step", step);
        }
        if (after != null) {
            query.setParameter("after", after);
        }
        return query.getResultList().stream().map(saga -> view(saga, List.of())).toList();
    }

    private SagaView view(Saga saga, List<EndedAttempt> timeline) {
        return new SagaView(
                saga.id(),
                saga.definition(),
                saga.definitionVersion(),
                saga.status(),
                saga.direction(),
                saga.step(),
                saga.attempt(),
                saga.waitsFor(),
                saga.dueAt(),
                saga.deadline(),
                saga.createdAt(),
                saga.updatedAt(),
                timeline,
                definitions
                        .find(saga)
                        .map(definition -> definition.remaining(saga))
                        .orElse(List.of()));
    }
}
