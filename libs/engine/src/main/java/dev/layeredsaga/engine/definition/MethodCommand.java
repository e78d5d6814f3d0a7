package dev.layeredsaga.engine.definition;

import dev.layeredsaga.contract.BoundedText;
import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.messaging.failure.FailureKind;
import java.time.Duration;

/**
 * The command to run a step's method. Exists in memory only.
 *
 * @param isCall true if the method runs after the saga's transaction, outside of any; false if in it
 */
public record MethodCommand<D>(StepAttempt attempt, D data, StepMethod<D> method, boolean isCall, Exchange<D> exchange)
        implements SagaCommand {

    /** Returns for how long a first attempt at the step is awaited. */
    public Duration timeout() {
        return exchange.timeout();
    }

    /** Runs the method, and returns what it returned or threw. */
    public MethodReply<D> run() {
        try {
            return new MethodReply<>(attempt, exchange, method.run(data, attempt), null);
        } catch (Exception e) {
            return failedBy(e);
        } catch (StackOverflowError | LinkageError | AssertionError e) {
            return new MethodReply<>(attempt, exchange, null, e);
        }
    }

    /** Returns the reply that has the method run again later. */
    public MethodReply<D> failedBy(Exception failure) {
        return new MethodReply<>(attempt, exchange, new StepOutcome.TryAgain<>(inWords(failure), null, null), failure);
    }

    /** Returns the reply that has the method run later, as it cannot now. */
    public MethodReply<D> notNow(String why, Duration pause) {
        return new MethodReply<>(attempt, exchange, new StepOutcome.TryAgain<>(why, pause, null), null);
    }

    /** Returns the method's message; one of the database may hold anybody's data. */
    private static String inWords(Exception failure) {
        if (FailureKind.of(failure) != FailureKind.UNKNOWN) {
            return FailureKind.summaryOf(failure);
        }
        String message = failure.getMessage();
        String name = failure.getClass().getSimpleName();
        return message == null ? name : BoundedText.of(name + ": " + message);
    }
}
