package dev.layeredsaga.engine.definition;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaEvent;

/** Makes the last public event of a saga that an operator ends and its definition cannot drive. Given by the application. Thread-safe. */
public interface EndEvents {

    /** @param data the saga's data as it is stored, which may be unreadable */
    SagaEvent completed(String data);

    /** @param data as above */
    SagaEvent undone(String data, Reason reason);
}
