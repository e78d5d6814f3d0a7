package dev.layeredsaga.engine;

import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.UUID;

/** The outcome of an action on many sagas, separate for each, in the order of their ids. */
public record BulkOutcome(SequencedSet<UUID> requested, SequencedMap<UUID, ActionRefusal> refused) {

    void add(List<SeenSaga> sagas, Map<UUID, ActionRefusal> refusals) {
        for (SeenSaga saga : sagas) {
            ActionRefusal refusal = refusals.get(saga.id());
            if (refusal == null) {
                requested.add(saga.id());
            } else {
                refused.put(saga.id(), refusal);
            }
        }
    }
}
