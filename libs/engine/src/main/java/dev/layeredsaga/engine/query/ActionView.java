package dev.layeredsaga.engine.query;

import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.engine.state.RequestedAction;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.engine.state.SagaAction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An operator's action as the next operator sees it.
 *
 * @param revision the saga's when the action was asked for
 * @param step where the saga stood then
 * @param definitionVersion the version that the saga was moved to; null if it was left on its own
 * @param doneAt when it had happened; null if it has not
 */
public record ActionView(
        SagaAction action,
        String operator,
        String reason,
        long revision,
        String step,
        @Nullable Integer definitionVersion,
        Instant requestedAt,
        State state,
        @Nullable Instant doneAt) {

    /** The progress of an action. */
    public enum State {
        /** Accepted, and under way. */
        REQUESTED,
        /** Completed: a skip or resolution at once, a retry when that attempt has ended, a compensation when all is compensated. */
        DONE,
        /** The saga ended in another way before it could happen. */
        OVERTAKEN
    }

    public static ActionView of(RequestedAction action, Saga saga, List<EndedAttempt> timeline) {
        Optional<Instant> doneAt = action.doneAt(saga, timeline);
        return new ActionView(
                action.action(),
                action.operator(),
                action.reason(),
                action.revision(),
                action.step(),
                action.definitionVersion(),
                action.requestedAt(),
                doneAt.isPresent() ? State.DONE : unfinished(saga),
                doneAt.orElse(null));
    }

    private static State unfinished(Saga saga) {
        return saga.status().isFinal() ? State.OVERTAKEN : State.REQUESTED;
    }
}
