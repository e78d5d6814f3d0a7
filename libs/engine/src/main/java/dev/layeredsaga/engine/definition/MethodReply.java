package dev.layeredsaga.engine.definition;

import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import org.jspecify.annotations.Nullable;

/**
 * The result of a step's method. Exists in memory only.
 *
 * @param outcome null if there is none
 * @param failure what the method threw; null if it returned
 */
public record MethodReply<D>(
        StepAttempt attempt,
        Exchange<D> exchange,
        @Nullable StepOutcome<D> outcome,
        @Nullable Throwable failure) implements SagaReply {

    /** Returns false if all that the method has written in the saga's transaction has to go: the saga counts on nothing of it. */
    public boolean keepsEffects() {
        return switch (outcome) {
            case StepOutcome.Done<D> done -> true;
            case StepOutcome.Deferred<D> later -> true;
            case StepOutcome.NeedsOperator<D> help -> true;
            case StepOutcome.Refused<D> refusal -> false;
            case StepOutcome.TryAgain<D> later -> false;
            case StepOutcome.GoBack<D> back -> false;
            case null -> false;
        };
    }

    /**
     * Null if another exchange asked, such as the step that is being compensated now.
     *
     * @throws IllegalStateException if the method returned nothing
     */
    <T> @Nullable StepOutcome<T> outcomeFor(Exchange<T> asked) {
        if (exchange != asked) {
            return null;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (outcome == null) {
            throw new IllegalStateException("the method of step '" + attempt.step() + "' has returned no outcome");
        }
        @SuppressWarnings("unchecked")
        StepOutcome<T> own = (StepOutcome<T>) outcome;
        return own;
    }
}
