package dev.layeredsaga.engine;

import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.engine.SagaMeters.CountedEvent;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.engine.state.PublishedEvent;
import dev.layeredsaga.engine.state.RequestedAction;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.trace.Cause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Commands and events leave through the outbox; the history is written in the same transaction, and counted after it. For one batch. */
final class DatabaseEffects implements SagaEffects {

    private static final Logger log = LoggerFactory.getLogger(DatabaseEffects.class);

    private final EngineParts parts;
    private final JsonMapper json;
    private final Set<UUID> publishedByOthers;
    private final Set<UUID> published = new HashSet<>();
    private final List<EndedAttempt> attempts = new ArrayList<>();
    private final List<RequestedAction> actions = new ArrayList<>();
    private final List<CountedEvent> news = new ArrayList<>();
    private final List<PublishedEvent> events = new ArrayList<>();
    private final Map<String, LocalCommands> localCommands = new LinkedHashMap<>();

    /** @param publishedByOthers the sagas for which another process published last */
    DatabaseEffects(EngineParts parts, JsonMapper json, Set<UUID> publishedByOthers) {
        this.parts = parts;
        this.json = json;
        this.publishedByOthers = publishedByOthers;
    }

    /** The commands of one batch to one local participant. */
    private record LocalCommands(List<SagaCommand> commands, List<Cause> causes) {

        LocalCommands() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    @Override
    public void send(Participant participant, SagaCommand command) {
        UUID sagaId = command.attempt().sagaId();
        switch (participant) {
            case Participant.Remote remote -> publish(sagaId, OutgoingMessage.of(remote.topic(), sagaId, command));
            case Participant.Local local -> {
                LocalCommands sent = localCommands.computeIfAbsent(local.name(), name -> new LocalCommands());
                sent.commands().add(command);
                sent.causes().add(causeOf(local, command));
            }
        }
    }

    private Cause causeOf(Participant.Local participant, SagaCommand command) {
        String sagaId = command.attempt().sagaId().toString();
        return new Cause(
                participant.name() + " " + command.getClass().getSimpleName(),
                sagaId,
                parts.tracing().of(sagaId));
    }

    /** Has the local participants handle their commands. To be called once, after the sagas' own changes. Returns their replies. */
    List<SagaReply> handleLocalCommands() {
        List<SagaReply> replies = new ArrayList<>();
        localCommands.forEach((name, sent) -> parts.tracing()
                .handle(
                        sent.causes(),
                        () -> replies.addAll(parts.localParticipant(name).handle(sent.commands()))));
        return replies;
    }

    @Override
    public void publish(Saga saga, long sequence, Instant at, SagaEvent event) {
        ObjectNode payload = json.createObjectNode()
                .put("sagaId", saga.id().toString())
                .put("sequence", sequence)
                .put("occurredAt", at.toString());
        payload.setAll((ObjectNode) json.valueToTree(event));
        PublishedEvent stored = new PublishedEvent(
                saga.id(),
                saga.topic(),
                sequence,
                MessageTypes.nameOf(event.getClass()),
                at,
                json.writeValueAsString(payload));
        events.add(stored);
        publish(saga.id(), stored.message());
    }

    private void publish(UUID sagaId, OutgoingMessage message) {
        published.add(sagaId);
        parts.outbox().publish(publishedByOthers.contains(sagaId) ? message.sentAfterOthers() : message);
    }

    boolean hasPublishedFor(Saga saga) {
        return published.contains(saga.id());
    }

    @Override
    public void record(EndedAttempt attempt) {
        attempts.add(attempt);
    }

    @Override
    public void record(RequestedAction action) {
        actions.add(action);
    }

    @Override
    public void record(CountedEvent one) {
        news.add(one);
        switch (one) {
            case CountedEvent.Stuck stuck ->
                log.warn("the saga is stuck in step {}, an operator has to look at it: {}", stuck.step(), stuck.why());
            case CountedEvent.RunFailed failed -> {}
            case CountedEvent.LateCompensation late ->
                log.warn("step {} is done although the saga has been compensated: compensated once more", late.step());
            case CountedEvent.Ended end ->
                log.debug("the saga has ended as {} after {}, reason: {}", end.status(), end.duration(), end.reason());
        }
    }

    /** Writes what has been recorded. To be called once, before the transaction ends. */
    void flush() {
        if (!attempts.isEmpty()) {
            parts.history().add(attempts);
        }
        if (!actions.isEmpty()) {
            parts.history().addActions(actions);
        }
        if (!events.isEmpty()) {
            parts.history().addEvents(events);
        }
        AfterCommit.run(() -> {
            attempts.forEach(parts.meters()::count);
            news.forEach(parts.meters()::count);
        });
    }
}
