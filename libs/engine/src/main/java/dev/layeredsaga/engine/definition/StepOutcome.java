package dev.layeredsaga.engine.definition;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaEvent;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of a participant's reply for the saga.
 *
 * @param <D> the saga's data
 */
public sealed interface StepOutcome<D> {

    /** The step, or its compensation, has been done. */
    record Done<D>(D data, List<SagaEvent> events) implements StepOutcome<D> {}

    /** The step was refused and has changed nothing; what was done before it is compensated. */
    record Refused<D>(Reason reason) implements StepOutcome<D> {}

    /**
     * Not now, or not known: the same command is sent again later.
     *
     * @param after the least time to wait, where the participant asked for one
     * @param data what the saga knows by now; null if that has not changed
     */
    record TryAgain<D>(
            String why, @Nullable Duration after, @Nullable D data) implements StepOutcome<D> {}

    /**
     * The participant has taken the command on and will answer by itself, some time.
     *
     * @param askAgainAfter when the command is sent again if it has not
     */
    record Deferred<D>(String why, Duration askAgainAfter) implements StepOutcome<D> {}

    /**
     * An earlier step's result no longer holds: the saga goes forward again from there. Compensation covers everything done before, however
     * far the saga has come again. Only in answer to a step, not to a compensation.
     */
    record GoBack<D>(String step, String why) implements StepOutcome<D> {}

    /** Trying again will not help; a person has to look. */
    record NeedsOperator<D>(String why) implements StepOutcome<D> {}

    /** The step has been done, and these events report it. */
    static <D> StepOutcome<D> done(D data, SagaEvent... events) {
        return new Done<>(data, List.of(events));
    }

    static <D> StepOutcome<D> refused(Reason reason) {
        return new Refused<>(reason);
    }

    static <D> StepOutcome<D> tryAgain(String why) {
        return new TryAgain<>(why, null, null);
    }
}
