package dev.layeredsaga.orchestrator.saga.web;

import java.util.UUID;

/** There is no such saga. */
final class SagaNotFoundException extends RuntimeException {

    SagaNotFoundException(UUID id) {
        super("there is no saga " + id);
    }
}
