package dev.layeredsaga.orchestrator.returnsaga;

import dev.layeredsaga.contract.order.ReturnRequested;
import dev.layeredsaga.engine.Sagas;
import dev.layeredsaga.engine.definition.SagaDefinition;

/** Starts returns. Thread-safe. */
public final class ReturnSagas {

    /** The name of the definition. */
    public static final String NAME = "return";

    private final Sagas sagas;
    private final SagaDefinition<ReturnData> definition;

    ReturnSagas(Sagas sagas, SagaDefinition<ReturnData> definition) {
        this.sagas = sagas;
        this.definition = definition;
    }

    /** Starts the return in the caller's transaction, unless it has been started before. */
    public void start(ReturnRequested request) {
        Sagas.Start unused = sagas.start(definition, request.returnId(), ReturnData.of(request));
    }
}
