package dev.layeredsaga.engine.state;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A line of a saga's history: one attempt at a step, and how it ended. */
public record EndedAttempt(
        UUID sagaId,
        String step,
        Direction direction,
        int attempt,
        Instant sentAt,
        Instant endedAt,
        Result result,
        @Nullable String detail) {

    /** Returns the end, now, of the attempt at the step where the saga stands. */
    public static EndedAttempt of(Saga saga, Instant now, Result result, @Nullable String detail) {
        Instant sentAt = saga.sentAt();
        return new EndedAttempt(
                saga.id(),
                requireNonNull(saga.step()),
                saga.direction(),
                saga.attempt(),
                sentAt == null ? now : sentAt,
                now,
                result,
                detail);
    }

    /** The result of an attempt. */
    public enum Result {
        DONE,
        REFUSED,
        TRY_AGAIN,
        WENT_BACK,
        NEEDS_OPERATOR,
        NO_ANSWER,
        /** The saga's definition could not handle the answer, or could not go on: the detail and the log say why. */
        FAILED,
        /** An operator has taken the compensation as done by hand. */
        SKIPPED,
        /** An operator has ended the saga here. */
        RESOLVED
    }
}
