package dev.layeredsaga.engine;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.PublishedEvent;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A saga that had ended, or was being compensated, as it has told of itself.
 *
 * @param data what is known of its data; null if nothing is, in which case only a saga that is under way can be brought to its end
 * @param reason why it was compensated; null if it was completed
 * @param events what it has published, in its order; at least one, and all if there are data
 */
public record PastSaga<D>(
        UUID id, @Nullable D data, @Nullable Reason reason, List<PublishedEvent> events) {

    public PastSaga {
        events = List.copyOf(events);
    }

    public <E> PastSaga<E> with(Function<D, E> change) {
        return new PastSaga<>(id, data == null ? null : change.apply(data), reason, events);
    }

    /** Returns the saga at its first step, begun at the time of its first event; null if it cannot be known. */
    @Nullable Saga begun(SagaDefinition<D> definition, JsonMapper json) {
        if (data == null) {
            return null;
        }
        Instant at = events.getFirst().occurredAt();
        Saga saga = definition.newSaga(id, data, json.writeValueAsString(data), at);
        saga.enter(definition.steps().getFirst().name(), Direction.FORWARD, at);
        return saga;
    }

    /** Has the saga go on with its events after these. Returns those of them that it had not published yet. */
    List<PublishedEvent> goOnAfterEvents(Saga saga) {
        long known = saga.sequence();
        while (saga.sequence() < events.getLast().sequence()) {
            saga.nextSequence();
        }
        return events.stream().filter(event -> event.sequence() > known).toList();
    }

    /** Ends the saga as it had ended. */
    void end(Saga saga, JsonMapper json, Instant now) {
        if (reason != null) {
            saga.enter(Objects.requireNonNull(saga.step()), Direction.BACKWARD, now);
            saga.undoBecause(json.writeValueAsString(reason));
        }
        saga.end(reason == null ? SagaStatus.COMPLETED : SagaStatus.COMPENSATED, now);
    }
}
