package dev.layeredsaga.contract.saga;

import dev.layeredsaga.contract.BoundedText;
import org.jspecify.annotations.Nullable;

/** An event that the engine publishes for a saga of any definition. */
public sealed interface EngineEvent extends SagaEvent {

    record CompensationStarted(Reason reason) implements EngineEvent {}

    /** The saga needs an operator; it resumes at {@code step} after the operator has acted. */
    record SagaStuck(String step, String reason) implements EngineEvent {

        /** Cuts the reason. */
        public SagaStuck {
            reason = BoundedText.of(reason);
        }
    }

    /**
     * An operator has ended the saga where no definition of its name is known that could say so with an event of its own.
     *
     * @param reason null if and only if the saga was completed
     */
    record SagaEnded(Outcome outcome, @Nullable Reason reason) implements EngineEvent {

        public enum Outcome {
            COMPLETED,
            COMPENSATED
        }

        /** @param reason null if the saga was completed */
        public static SagaEnded because(@Nullable Reason reason) {
            return new SagaEnded(reason == null ? Outcome.COMPLETED : Outcome.COMPENSATED, reason);
        }
    }
}
