package dev.layeredsaga.orchestrator.console.overview;

import dev.layeredsaga.engine.SagaStatus;
import dev.layeredsaga.engine.UnfinishedSagas;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The numbers behind the first screen.
 *
 * @param stuck the groups of stuck sagas, the largest first, not all of them if there are many
 * @param meters what the service measures all the time
 */
record Numbers(
        Instant time,
        List<UnfinishedSagas.Count> counts,
        UnfinishedSagas.@Nullable Oldest oldest,
        List<UnfinishedSagas.Stuck> stuck,
        int deadLetters,
        Measured meters) {

    /** Values of meters; empty where a meter has none now. */
    record Measured(
            OptionalDouble refundsOwed,
            OptionalDouble outboxUnsent,
            OptionalDouble outboxAge,
            OptionalDouble outboxStuck,
            OptionalDouble dueLag) {

        Duration age() {
            return seconds(outboxAge);
        }

        Duration lag() {
            return seconds(dueLag);
        }

        private static Duration seconds(OptionalDouble value) {
            return Duration.ofMillis(Math.round(value.orElse(0) * 1000));
        }
    }

    long sagas(SagaStatus status) {
        return counts.stream()
                .filter(count -> count.status() == status)
                .mapToLong(UnfinishedSagas.Count::sagas)
                .sum();
    }

    /** Returns the running sagas that say what they wait for. */
    long waiting() {
        return counts.stream()
                .filter(count -> count.status() == SagaStatus.RUNNING)
                .mapToLong(UnfinishedSagas.Count::waiting)
                .sum();
    }
}
