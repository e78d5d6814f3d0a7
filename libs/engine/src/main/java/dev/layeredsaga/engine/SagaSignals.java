package dev.layeredsaga.engine;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.engine.definition.SagaDefinitions;
import dev.layeredsaga.engine.state.GivenSignal;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.engine.state.SagaTable;
import dev.layeredsaga.messaging.envelope.MessageJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.json.JsonMapper;

/** Gives signals to sagas, in the caller's transaction or, if there is none, in one of its own. Thread-safe. */
public class SagaSignals {

    private static final JsonMapper JSON = MessageJson.mapper();
    /** The saga may move at the same time, and a transaction takes some milliseconds. */
    private static final int TRIES = 5;

    private final SagaEngine engine;
    private final SagaTable sagas;
    private final SagaDefinitions definitions;
    private final TransactionOperations transaction;

    SagaSignals(SagaEngine engine, SagaTable sagas, SagaDefinitions definitions, TransactionOperations transaction) {
        this.engine = engine;
        this.sagas = sagas;
        this.definitions = definitions;
        this.transaction = transaction;
    }

    /**
     * Returns the types of the signals that the saga may be given, by their names; empty if there is no such saga.
     *
     * @throws SagaDefinitions.UnknownDefinitionException if the program lacks the saga's definition
     */
    public Optional<Map<String, Class<? extends Record>>> typesOf(UUID sagaId) {
        return requireNonNull(transaction.execute(status -> {
            Saga saga = sagas.read(List.of(sagaId)).byId().get(sagaId);
            return saga == null
                    ? Optional.<Map<String, Class<? extends Record>>>empty()
                    : Optional.of(definitions.of(saga).signals());
        }));
    }

    /**
     * Gives a signal to a saga, which takes it now or when it comes to the step of that name.
     *
     * @param key the sender's, unique within the saga: a repetition has the same outcome and no effect
     * @throws ConcurrencyFailureException if the saga has moved at the same time; then nothing has happened, and the transaction is to be
     *     repeated. In the caller's transaction, its commit may throw this
     */
    public SignalOutcome send(UUID sagaId, String name, Record signal, String key) {
        return send(new GivenSignal(sagaId, name, key, JSON.writeValueAsString(signal), null), triesHere());
    }

    /** A transaction that is under way already cannot be repeated from within. */
    private static int triesHere() {
        return TransactionSynchronizationManager.isActualTransactionActive() ? 1 : TRIES;
    }

    private SignalOutcome send(GivenSignal signal, int tries) {
        try {
            return requireNonNull(transaction.execute(status -> engine.signal(signal)));
        } catch (ConcurrencyFailureException e) {
            if (tries == 1) {
                throw e;
            }
            return send(signal, tries - 1);
        }
    }
}
