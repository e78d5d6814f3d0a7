package dev.layeredsaga.orchestrator.console;

import java.util.Optional;
import java.util.UUID;

/** Ids of sagas as people write them. */
public final class SagaId {

    private SagaId() {}

    /** Returns the id that a text is, in the one way of writing it; empty if it is none. */
    public static Optional<UUID> parse(String text) {
        try {
            UUID id = UUID.fromString(text);
            return id.toString().equalsIgnoreCase(text) ? Optional.of(id) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
