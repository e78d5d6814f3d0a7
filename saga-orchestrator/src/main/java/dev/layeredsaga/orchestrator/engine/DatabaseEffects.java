package dev.layeredsaga.orchestrator.engine;

import dev.layeredsaga.messaging.Topics;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.saga.SagaCommand;
import dev.layeredsaga.messaging.saga.SagaEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Commands and events leave through the outbox; the history is written in the same transaction. For one batch. */
final class DatabaseEffects implements SagaEffects {

    private final Outbox outbox;
    private final SagaHistory history;
    private final JsonMapper json;
    private final List<EndedAttempt> attempts = new ArrayList<>();
    private final List<RequestedAction> actions = new ArrayList<>();

    DatabaseEffects(Outbox outbox, SagaHistory history, JsonMapper json) {
        this.outbox = outbox;
        this.history = history;
        this.json = json;
    }

    @Override
    public void send(Participant participant, SagaCommand command) {
        outbox.publish(OutgoingMessage.of(participant.topic(), command.attempt().sagaId(), command));
    }

    @Override
    public void tell(UUID sagaId, long sequence, Instant at, SagaEvent event) {
        ObjectNode payload = json.createObjectNode()
                .put("sagaId", sagaId.toString())
                .put("sequence", sequence)
                .put("occurredAt", at.toString());
        payload.setAll((ObjectNode) json.valueToTree(event));
        outbox.publish(new OutgoingMessage(
                Topics.SAGA_EVENTS,
                sagaId.toString(),
                event.getClass().getSimpleName(),
                payload,
                Map.of("sequence", Long.toString(sequence))));
    }

    @Override
    public void record(EndedAttempt attempt) {
        attempts.add(attempt);
    }

    @Override
    public void record(RequestedAction action) {
        actions.add(action);
    }

    /** Writes what has been recorded. To be called once, before the transaction ends. */
    void flush() {
        if (!attempts.isEmpty()) {
            history.add(attempts);
        }
        if (!actions.isEmpty()) {
            history.addActions(actions);
        }
    }
}
