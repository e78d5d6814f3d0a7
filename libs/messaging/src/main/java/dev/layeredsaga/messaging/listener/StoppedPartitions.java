package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.failure.FailureKind;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * The partitions of this instance that have stopped, because a poll with records of theirs can be neither handled nor held, and is repeated.
 * It is logged at its first failure, once a minute after that, and at its end; those that have stopped for longer are shown as
 * health ({@code consumers}) and as gauges. Thread-safe.
 */
final class StoppedPartitions implements HealthIndicator {

    /** The minimum stop that takes readiness down. Shorter ones are connections that had to be replaced. */
    static final Duration NOTEWORTHY = Duration.ofSeconds(2);

    private static final Logger log = LoggerFactory.getLogger(StoppedPartitions.class);
    private static final Duration LOG_INTERVAL = Duration.ofMinutes(1);

    private final Set<Stop> stops = ConcurrentHashMap.newKeySet();
    private final Clock clock;

    StoppedPartitions(Clock clock) {
        this.clock = clock;
    }

    /** Registers {@code messages.partitions.stopped} and {@code messages.partitions.stopped.age} for each of the topics. */
    void register(List<String> topics, MeterRegistry meters) {
        for (String topic : topics) {
            Gauge.builder("messages.partitions.stopped", () -> count(topic))
                    .description(
                            "Partitions that have stopped, because a poll with records of theirs can be neither handled nor held")
                    .tag("topic", topic)
                    .register(meters);
            Gauge.builder("messages.partitions.stopped.age", () -> oldestAgeIn(topic))
                    .description("For how long the partition has stopped that has stopped the longest")
                    .baseUnit("seconds")
                    .tag("topic", topic)
                    .register(meters);
        }
    }

    private long count(String topic) {
        return noteworthy().mapToLong(stop -> stop.of(topic).count()).sum();
    }

    private double oldestAgeIn(String topic) {
        return noteworthy()
                .filter(stop -> stop.of(topic).findAny().isPresent())
                .mapToDouble(stop -> stop.age().toMillis() / 1000.0)
                .max()
                .orElse(0);
    }

    private Stream<Stop> noteworthy() {
        return stops.stream().filter(stop -> stop.age().compareTo(NOTEWORTHY) >= 0);
    }

    @Override
    public Health health() {
        List<Stop> all = noteworthy().toList();
        Health.Builder health = all.isEmpty() ? Health.up() : Health.down();
        all.forEach(stop -> stop.partitions.forEach(partition -> health.withDetail(
                partition.toString(),
                Map.of(
                        "group", stop.group,
                        "since", stop.since.toString(),
                        "attempts", stop.attempts,
                        "reason", stop.reason))));
        return health.build();
    }

    /** Begins a stop of partitions that have a poll in common; it ends when it is closed. */
    Stop begin(String group, Set<TopicPartition> partitions) {
        Stop stop = new Stop(group, Set.copyOf(partitions));
        stops.add(stop);
        return stop;
    }

    /** Written by its consumer's thread only. */
    final class Stop implements AutoCloseable {

        private final String group;
        private final Set<TopicPartition> partitions;
        private final Instant since = clock.instant();
        private Instant loggedAt = Instant.MIN;
        private volatile int attempts;
        private volatile String reason = "";

        private Stop(String group, Set<TopicPartition> partitions) {
            this.group = group;
            this.partitions = partitions;
        }

        private Stream<TopicPartition> of(String topic) {
            return partitions.stream().filter(partition -> partition.topic().equals(topic));
        }

        private Duration age() {
            return Duration.between(since, clock.instant());
        }

        /** Notes another failure. */
        void failed(Throwable cause) {
            int attempt = attempts + 1;
            attempts = attempt;
            reason = FailureKind.summaryOf(cause);
            Instant now = clock.instant();
            if (loggedAt.isBefore(now.minus(LOG_INTERVAL))) {
                loggedAt = now;
                // a bug is found by its stack trace; of all else one line says enough
                Throwable shown = attempt == 1 && FailureKind.of(cause) == FailureKind.UNKNOWN ? cause : null;
                log.warn("{} stop since {}, attempt {}, to be repeated: {}", partitions, since, attempt, reason, shown);
            }
        }

        @Override
        public void close() {
            stops.remove(this);
            if (attempts > 1) {
                log.info("{} no longer stop, after {} and {} attempts", partitions, age(), attempts);
            }
        }
    }
}
