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
 * The past of a saga that the database has lost, or of which it has lost something, by what the saga had published.
 *
 * @param version that of its definition, by which it goes on; of no use without data
 * @param data its data as far as they are known; null if they are not, in which case a saga that is not there is left alone
 * @param reason why it had been compensated, or was being so; otherwise null
 * @param events its events, in their order; at least one, and all if there are data
 */
public record PastSaga<D>(
        UUID id, int version, @Nullable D data, @Nullable Reason reason, List<PublishedEvent> events) {

    public PastSaga {
        events = List.copyOf(events);
    }

    /** Returns the same with other data. */
    public <E> PastSaga<E> with(Function<D, @Nullable E> change) {
        return new PastSaga<>(id, version, data == null ? null : change.apply(data), reason, events);
    }

    /** Returns the saga at its first step, begun at the time of its first event; null if it cannot be known. */
    @Nullable Saga begun(SagaDefinition<D> definition, JsonMapper json) {
        if (data == null) {
            return null;
        }
        Instant at = events.getFirst().occurredAt();
        Saga saga = definition.newSaga(id, data, json.writeValueAsString(data), at);
        saga.moveTo(version);
        saga.enter(definition.steps().getFirst().name(), Direction.FORWARD, at);
        return saga;
    }

    /** Has the saga go on behind its events; compensates it, if it had been so, as soon as it can be driven. */
    void goOn(Saga saga, SagaDefinition<D> definition, String mayHaveReached, JsonMapper json, Instant now) {
        saga.goOnAfter(events.getLast().sequence());
        if (reason != null && saga.direction() == Direction.FORWARD && saga.reason() == null) {
            if (saga.reached() == null && saga.definition().equals(definition.name())) {
                saga.hasReached(mayHaveReached);
            }
            saga.compensateBecause(json.writeValueAsString(reason));
            saga.waitUntil(now, null);
        }
    }

    /** Ends the saga as it had ended. */
    void end(Saga saga, JsonMapper json, Instant now) {
        saga.goOnAfter(events.getLast().sequence());
        if (reason != null) {
            saga.enter(Objects.requireNonNull(saga.step()), Direction.BACKWARD, now);
            saga.compensateBecause(json.writeValueAsString(reason));
        }
        saga.end(reason == null ? SagaStatus.COMPLETED : SagaStatus.COMPENSATED, now);
    }
}
