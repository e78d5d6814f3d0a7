package dev.layeredsaga.orchestrator.console.saga;

import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.orchestrator.console.Wording;
import dev.layeredsaga.orchestrator.ordersaga.OrderQueries;
import java.time.Duration;
import java.util.Objects;

/**
 * An attempt that has ended, in words.
 *
 * @param command the type of the message that was sent; empty if it is not known
 * @param look the result's style
 */
public record AttemptRow(
        String step, String command, int number, String sent, String took, String result, String look, String detail) {

    static AttemptRow of(EndedAttempt attempt) {
        return new AttemptRow(
                name(attempt),
                OrderQueries.commandOf(attempt.step(), attempt.direction()),
                attempt.attempt(),
                Wording.time(attempt.sentAt()),
                Wording.duration(Duration.between(attempt.sentAt(), attempt.endedAt())),
                attempt.result().name(),
                look(attempt.result()),
                Objects.requireNonNullElse(attempt.detail(), ""));
    }

    /** The step's name, and that it was undone. */
    static String name(EndedAttempt attempt) {
        return attempt.direction() == Direction.FORWARD ? attempt.step() : "undo " + attempt.step();
    }

    /** The style of a result. */
    static String look(EndedAttempt.Result result) {
        return switch (result) {
            case DONE -> "done";
            case TRY_AGAIN, WENT_BACK, NO_ANSWER -> "again";
            case REFUSED, NEEDS_OPERATOR, FAILED -> "failed";
            case SKIPPED, RESOLVED -> "by-hand";
        };
    }
}
