package dev.layeredsaga.console.saga;

import dev.layeredsaga.console.SagaContent;
import dev.layeredsaga.console.Wording;
import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.EndedAttempt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * An attempt that has ended, in words; or several that ended alike.
 *
 * @param number the attempt's; of several, the first and the last one's
 * @param took for how long; of several, from the first one's begin to the last one's end
 * @param command the type of the message that was sent; empty if it is not known
 * @param style the result's style
 */
public record AttemptRow(
        String step,
        String command,
        String number,
        Instant sent,
        String took,
        String result,
        String style,
        String detail) {

    /** Returns the attempts of a saga of the definition in their order, those that failed alike one after the other in one row. */
    static List<AttemptRow> of(String definition, List<EndedAttempt> attempts, SagaContent content) {
        List<List<EndedAttempt>> alike = new ArrayList<>();
        for (EndedAttempt attempt : attempts) {
            if (alike.isEmpty() || !failedLike(alike.getLast().getLast(), attempt)) {
                alike.add(new ArrayList<>());
            }
            alike.getLast().add(attempt);
        }
        return alike.stream().map(rows -> ofAlike(definition, rows, content)).toList();
    }

    private static boolean failedLike(EndedAttempt one, EndedAttempt other) {
        return one.result() != EndedAttempt.Result.DONE
                && one.result() == other.result()
                && name(one).equals(name(other))
                && Objects.equals(one.detail(), other.detail());
    }

    private static AttemptRow ofAlike(String definition, List<EndedAttempt> alike, SagaContent content) {
        EndedAttempt first = alike.getFirst();
        EndedAttempt last = alike.getLast();
        boolean one = alike.size() == 1;
        return new AttemptRow(
                name(first),
                content.command(definition, first.step(), first.direction()),
                one ? String.valueOf(first.attempt()) : first.attempt() + " to " + last.attempt(),
                first.sentAt(),
                Wording.duration(Duration.between(first.sentAt(), last.endedAt())),
                one ? first.result().name() : alike.size() + " × " + first.result(),
                style(first.result()),
                Objects.requireNonNullElse(first.detail(), ""));
    }

    /** The step's name, and that it was compensated. */
    static String name(EndedAttempt attempt) {
        return attempt.direction() == Direction.FORWARD ? attempt.step() : "compensate " + attempt.step();
    }

    /** The style of a result. */
    static String style(EndedAttempt.Result result) {
        return switch (result) {
            case DONE -> "done";
            case TRY_AGAIN, WENT_BACK, NO_ANSWER -> "again";
            case REFUSED, NEEDS_OPERATOR, FAILED -> "failed";
            case SKIPPED, RESOLVED -> "by-hand";
        };
    }
}
