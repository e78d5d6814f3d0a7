package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.failure.FailureKind;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * The partitions of this instance that have stopped, because the record at their head can be neither handled nor held, and is repeated.
 * Each is logged at its first failure, once a minute after that, and when it goes on; those that have stopped for longer are shown as
 * health ({@code consumers}) and as gauges. Thread-safe.
 */
final class StoppedPartitions implements HealthIndicator {

    /** The minimum stop that takes readiness down. Shorter ones are connections that had to be replaced. */
    static final Duration NOTEWORTHY = Duration.ofSeconds(2);

    private static final Logger log = LoggerFactory.getLogger(StoppedPartitions.class);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LOG_INTERVAL = Duration.ofMinutes(1);

    private final Set<OfConsumer> consumers = ConcurrentHashMap.newKeySet();
    private final Clock clock;

    StoppedPartitions(Clock clock) {
        this.clock = clock;
    }

    /**
     * One partition that has stopped.
     *
     * @param offset of the record that fails
     * @param reason the failure's class and place or state, without any values
     */
    record Stopped(
            String group,
            TopicPartition partition,
            long offset,
            Instant since,
            int attempts,
            String reason,
            Instant loggedAt) {

        private Stopped again(String nextReason, Instant nextLoggedAt) {
            return new Stopped(group, partition, offset, since, attempts + 1, nextReason, nextLoggedAt);
        }
    }

    /** Returns those that have stopped for long enough to be noteworthy. */
    private List<Stopped> all() {
        Instant latest = clock.instant().minus(NOTEWORTHY);
        return consumers.stream()
                .flatMap(consumer -> consumer.stopped.values().stream())
                .filter(stopped -> !stopped.since().isAfter(latest))
                .toList();
    }

    /** Registers {@code messages.partitions.stopped} and {@code messages.partitions.stopped.age} for each of the topics. */
    void register(List<String> topics, MeterRegistry meters) {
        for (String topic : topics) {
            Gauge.builder("messages.partitions.stopped", () -> of(topic).count())
                    .description(
                            "Partitions that have stopped, because the record at their head can be neither handled nor held")
                    .tag("topic", topic)
                    .register(meters);
            Gauge.builder("messages.partitions.stopped.age", () -> oldestAgeIn(topic))
                    .description("For how long the partition has stopped that has stopped the longest")
                    .baseUnit("seconds")
                    .tag("topic", topic)
                    .register(meters);
        }
    }

    private Stream<Stopped> of(String topic) {
        return all().stream().filter(stopped -> stopped.partition().topic().equals(topic));
    }

    private double oldestAgeIn(String topic) {
        return of(topic)
                .mapToDouble(stopped -> ageOf(stopped).toMillis() / 1000.0)
                .max()
                .orElse(0);
    }

    @Override
    public Health health() {
        List<Stopped> all = all();
        Health.Builder health = all.isEmpty() ? Health.up() : Health.down();
        all.forEach(stopped -> health.withDetail(
                stopped.partition().toString(),
                Map.of(
                        "group", stopped.group(),
                        "offset", stopped.offset(),
                        "since", stopped.since().toString(),
                        "attempts", stopped.attempts(),
                        "reason", stopped.reason())));
        return health.build();
    }

    private Duration ageOf(Stopped stopped) {
        return Duration.between(stopped.since(), clock.instant());
    }

    OfConsumer ofConsumer(String group) {
        return new OfConsumer(group);
    }

    /** The partitions of one consumer. Written by the consumer's thread only. */
    final class OfConsumer {

        private final String group;
        private final Map<TopicPartition, Stopped> stopped = new ConcurrentHashMap<>();
        private final Map<TopicPartition, Long> resumedAt = new HashMap<>();
        private final Set<TopicPartition> delivered = new HashSet<>();

        private OfConsumer(String group) {
            this.group = group;
            consumers.add(this);
        }

        boolean isEmpty() {
            return stopped.isEmpty() && resumedAt.isEmpty();
        }

        /** Notes another failure of the partition's head, which is to be repeated when the pause has ended. */
        void stop(TopicPartition partition, long offset, Throwable cause) {
            Instant now = clock.instant();
            Stopped before = stopped.get(partition);
            Stopped first = before == null || before.offset() != offset
                    ? new Stopped(group, partition, offset, now, 0, "", Instant.MIN)
                    : before;
            boolean isLogged = first.loggedAt().isBefore(now.minus(LOG_INTERVAL));
            Stopped next = first.again(FailureKind.summaryOf(cause), isLogged ? now : first.loggedAt());
            stopped.put(partition, next);
            delivered.remove(partition);
            resumedAt.put(
                    partition, System.nanoTime() + pauseAfter(next.attempts()).toNanos());
            if (isLogged) {
                log(next, cause);
            }
        }

        private static void log(Stopped stopped, Throwable cause) {
            if (stopped.attempts() == 1 && FailureKind.of(cause) == FailureKind.UNKNOWN) {
                log.warn("{} stops at {}, to be repeated", stopped.partition(), stopped.offset(), cause);
            } else {
                log.warn(
                        "{} stops at {} since {}, attempt {}, to be repeated: {}",
                        stopped.partition(),
                        stopped.offset(),
                        stopped.since(),
                        stopped.attempts(),
                        stopped.reason());
            }
        }

        /** Returns the partitions whose pause has ended. */
        List<TopicPartition> takeDue() {
            long now = System.nanoTime();
            List<TopicPartition> due = resumedAt.entrySet().stream()
                    .filter(partition -> partition.getValue() - now <= 0)
                    .map(Map.Entry::getKey)
                    .toList();
            due.forEach(resumedAt::remove);
            return due;
        }

        /** Returns the time until the next pause ends; {@code most} if that is sooner, or if there is none. */
        Duration untilNextDue(Duration most) {
            long now = System.nanoTime();
            return resumedAt.values().stream()
                    .map(due -> Duration.ofNanos(Math.max(1_000_000, due - now)))
                    .reduce(most, (one, other) -> one.compareTo(other) < 0 ? one : other);
        }

        /** The records at hand are those of these partitions. */
        void delivered(Set<TopicPartition> partitions) {
            if (!stopped.isEmpty()) {
                delivered.addAll(partitions);
            }
        }

        /** Releases those that have been delivered and not stopped again: their head has been handled, or is held. */
        void releaseDelivered() {
            for (TopicPartition partition : delivered) {
                Stopped released = stopped.remove(partition);
                if (released != null && released.attempts() > 1) {
                    log.info(
                            "{} goes on behind {} after {} and {} attempts",
                            partition,
                            released.offset(),
                            ageOf(released),
                            released.attempts());
                }
            }
            delivered.clear();
        }

        /** Forgets partitions that other consumers hold now. */
        void keepOnly(Collection<TopicPartition> assigned) {
            stopped.keySet().retainAll(assigned);
            resumedAt.keySet().retainAll(assigned);
            delivered.retainAll(assigned);
        }

        void close() {
            consumers.remove(this);
        }
    }

    /** Doubles up to the longest, give or take a quarter, so that what failed together does not come back together. */
    private static Duration pauseAfter(int attempts) {
        long exact = Math.min(LONGEST_PAUSE.toNanos(), SHORTEST_PAUSE.toNanos() << Math.min(attempts - 1, 20));
        return Duration.ofNanos((long) (exact * ThreadLocalRandom.current().nextDouble(0.75, 1.25)));
    }
}
