package dev.layeredsaga.engine;

import dev.layeredsaga.contract.saga.Reason;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An event of a saga that the metrics count. */
sealed interface CountedEvent {

    String definition();

    /** The saga got stuck in the step. */
    record Stuck(String definition, String step, String why) implements CountedEvent {}

    /** Its definition could not drive it in the step. */
    record RunFailed(String definition, String step) implements CountedEvent {}

    /** @param reason null if it was completed */
    record Ended(
            String definition, SagaStatus status, @Nullable Reason reason, Duration duration) implements CountedEvent {}

    static CountedEvent stuck(Saga saga, String step, String why) {
        return new Stuck(saga.definition(), step, why);
    }

    static CountedEvent ended(Saga saga, @Nullable Reason reason, Instant now) {
        return new Ended(saga.definition(), saga.status(), reason, Duration.between(saga.createdAt(), now));
    }
}
