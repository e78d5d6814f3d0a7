package dev.layeredsaga.console.overview;

import dev.layeredsaga.engine.query.SagaThroughput;
import dev.layeredsaga.engine.query.UnfinishedSagas;
import dev.layeredsaga.engine.state.Pauses;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The numbers behind the first screen.
 *
 * @param stuck the groups of stuck sagas, the largest first, not all of them if there are many
 * @param retrying the groups of sagas that have been tried again for some time, in the same way
 * @param unanswered the sagas that asked some time ago and have had no reply; null if there are none
 * @param pauses the definitions and steps that are paused
 * @param meters what the service measures all the time
 * @param throughput the sagas that have ended in the last 15 minutes
 * @param parts what the service shows besides
 */
record Numbers(
        Instant time,
        List<UnfinishedSagas.Count> counts,
        UnfinishedSagas.@Nullable Oldest oldest,
        List<UnfinishedSagas.Group> stuck,
        List<UnfinishedSagas.Group> retrying,
        UnfinishedSagas.@Nullable Group unanswered,
        List<Pauses.Pause> pauses,
        Measured meters,
        List<SagaThroughput.Interval> throughput,
        List<OverviewPart.Shown> parts) {

    /**
     * Values of meters; empty where a meter has none now.
     *
     * @param openBreakers the names of the circuit breakers of this instance that let no calls through
     */
    record Measured(
            OptionalDouble outboxUnsent,
            OptionalDouble outboxAge,
            OptionalDouble outboxStuck,
            OptionalDouble dueLag,
            OptionalDouble consumerLag,
            OptionalDouble latestReplyAge,
            List<String> openBreakers) {

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
