package dev.layeredsaga.orchestrator.saga.web;

import dev.layeredsaga.engine.ActionRefusal;
import dev.layeredsaga.engine.BulkOutcome;
import java.util.List;
import java.util.UUID;

/** The outcome for each saga. */
record BulkActionView(List<UUID> requested, List<Refused> refused) {

    record Refused(UUID sagaId, ActionRefusal code) {}

    static BulkActionView of(BulkOutcome outcome) {
        return new BulkActionView(
                List.copyOf(outcome.requested()),
                outcome.refused().entrySet().stream()
                        .map(refusal -> new Refused(refusal.getKey(), refusal.getValue()))
                        .toList());
    }
}
