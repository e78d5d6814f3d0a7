package dev.layeredsaga.orchestrator.engine;

import dev.layeredsaga.messaging.saga.SagaCommand;
import dev.layeredsaga.messaging.saga.SagaEvent;
import java.time.Instant;
import java.util.UUID;

/** What driving a saga causes besides its new state. All of it takes effect with the transaction, or none. */
interface SagaEffects {

    void send(Participant participant, SagaCommand command);

    void tell(UUID sagaId, long sequence, Instant at, SagaEvent event);

    void record(EndedAttempt attempt);

    void record(RequestedAction action);

    void record(CountedEvent news);
}
