package dev.layeredsaga.engine;

import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.engine.SagaMeters.CountedEvent;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.engine.state.RequestedAction;
import dev.layeredsaga.engine.state.Saga;
import java.time.Instant;

/** The effects of driving a saga besides its new state. They take effect with the transaction, all or none. */
interface SagaEffects {

    void send(Participant participant, SagaCommand command);

    void publish(Saga saga, long sequence, Instant at, SagaEvent event);

    void record(EndedAttempt attempt);

    void record(RequestedAction action);

    void record(CountedEvent news);
}
