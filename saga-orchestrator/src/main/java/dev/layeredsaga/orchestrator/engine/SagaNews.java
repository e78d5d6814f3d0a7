package dev.layeredsaga.orchestrator.engine;

import dev.layeredsaga.messaging.saga.Reason;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What is worth counting of a saga. */
sealed interface SagaNews {

    String definition();

    /** It got stuck in the step. */
    record Parked(String definition, String step, String why) implements SagaNews {}

    /** Its definition could not drive it in the step. */
    record RunFailed(String definition, String step) implements SagaNews {}

    /** @param reason null if it was completed */
    record Ended(
            String definition, SagaStatus status, @Nullable Reason reason, Duration duration) implements SagaNews {}

    static SagaNews parked(Saga saga, String step, String why) {
        return new Parked(saga.definition(), step, why);
    }

    static SagaNews ended(Saga saga, @Nullable Reason reason, Instant now) {
        return new Ended(saga.definition(), saga.status(), reason, Duration.between(saga.createdAt(), now));
    }
}
