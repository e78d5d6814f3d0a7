package dev.layeredsaga.engine;

import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.state.ActionRefusal;
import org.jspecify.annotations.Nullable;

/** The outcome of an operator's request. */
public sealed interface ActionOutcome {

    /** In progress or done, as the saga's actions say. */
    record Accepted(SagaView saga) implements ActionOutcome {}

    /** @param saga as it is now; null if there is none */
    record Refused(ActionRefusal why, @Nullable SagaView saga) implements ActionOutcome {}
}
