package dev.layeredsaga.orchestrator.returnsaga;

import dev.layeredsaga.contract.order.ReturnRequested;

/** Starts returns. Thread-safe. */
@FunctionalInterface
public interface ReturnSagas {

    /** The name of the definition. */
    String NAME = "return";

    /** Starts the return in the caller's transaction, unless it has been started before. */
    void start(ReturnRequested request);
}
