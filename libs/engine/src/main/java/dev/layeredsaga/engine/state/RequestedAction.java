package dev.layeredsaga.engine.state;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A line of the audit: an action that was accepted.
 *
 * @param revision the saga's before the action; so are step, direction and attempt
 * @param definitionVersion the version that the saga was moved to; null if it was left on its own
 */
public record RequestedAction(
        UUID sagaId,
        SagaAction action,
        String operator,
        String reason,
        Instant requestedAt,
        long revision,
        String step,
        Direction direction,
        int attempt,
        @Nullable Integer definitionVersion) {

    public static RequestedAction of(Saga saga, ActionRequest request, Instant now) {
        return new RequestedAction(
                saga.id(),
                request.action(),
                request.operator(),
                request.reason(),
                now,
                saga.revision(),
                Objects.requireNonNull(saga.step()),
                saga.direction(),
                saga.attempt(),
                request.definitionVersion());
    }

    /** The time at which the action was completed; empty if it is not. */
    public Optional<Instant> doneAt(Saga saga, List<EndedAttempt> timeline) {
        return switch (action) {
            case SKIP, PAUSE, RESUME, RESOLVE_COMPLETED, RESOLVE_COMPENSATED -> Optional.of(requestedAt);
            case COMPENSATE ->
                saga.status() == SagaStatus.COMPENSATED ? Optional.of(saga.updatedAt()) : Optional.empty();
            case RETRY ->
                timeline.stream()
                        .filter(this::isFollowedBy)
                        .map(EndedAttempt::endedAt)
                        .findFirst();
        };
    }

    /** Attempts begin at 1 again whenever a saga comes to a step, so the number alone does not suffice. */
    private boolean isFollowedBy(EndedAttempt ended) {
        return ended.step().equals(step)
                && ended.direction() == direction
                && ended.attempt() > attempt
                && !ended.endedAt().isBefore(requestedAt);
    }
}
