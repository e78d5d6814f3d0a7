package dev.layeredsaga.engine;

import dev.layeredsaga.engine.definition.LocalParticipant;
import dev.layeredsaga.engine.state.SagaLog;
import dev.layeredsaga.engine.state.SignalTable;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.trace.Tracing;
import java.util.Collection;
import java.util.function.Supplier;

/**
 * The collaborators of the engine.
 *
 * @param localParticipants resolved when commands are sent, because local participants call the engine themselves
 */
public record EngineParts(
        Outbox outbox,
        SagaLog history,
        SignalTable signals,
        SagaMeters meters,
        Tracing tracing,
        Supplier<? extends Collection<LocalParticipant>> localParticipants,
        ReplyProofs proofs) {

    /** @throws IllegalStateException if there is none with this name */
    LocalParticipant localParticipant(String name) {
        return localParticipants.get().stream()
                .filter(participant -> participant.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no local participant '" + name + "'"));
    }
}
