package dev.layeredsaga.engine;

import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** Keeps what a run causes, in its order, until it is known that the run comes to its end. */
final class StagedEffects implements SagaEffects {

    private final List<Consumer<SagaEffects>> staged = new ArrayList<>();

    void applyTo(SagaEffects effects) {
        staged.forEach(effect -> effect.accept(effects));
    }

    @Override
    public void send(Participant participant, SagaCommand command) {
        staged.add(effects -> effects.send(participant, command));
    }

    @Override
    public void tell(UUID sagaId, long sequence, Instant at, SagaEvent event) {
        staged.add(effects -> effects.tell(sagaId, sequence, at, event));
    }

    @Override
    public void record(EndedAttempt attempt) {
        staged.add(effects -> effects.record(attempt));
    }

    @Override
    public void record(RequestedAction action) {
        staged.add(effects -> effects.record(action));
    }

    @Override
    public void record(CountedEvent news) {
        staged.add(effects -> effects.record(news));
    }
}
