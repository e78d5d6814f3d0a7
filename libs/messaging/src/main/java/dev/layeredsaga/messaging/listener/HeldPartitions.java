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
 * The partitions of this instance that do not advance, because the record at their head fails and is repeated. Each is logged at its
 * first failure, once a minute after that, and when it goes on; those that are held for longer are shown as health
 * ({@code consumers}) and as gauges. Thread-safe.
 */
final class HeldPartitions implements HealthIndicator {

    /** The minimum hold that takes readiness down. Shorter ones are conflicts, or poison about to be proven. */
    static final Duration NOTEWORTHY = Duration.ofSeconds(2);

    private static final Logger log = LoggerFactory.getLogger(HeldPartitions.class);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LOG_INTERVAL = Duration.ofMinutes(1);

    private final Set<OfConsumer> consumers = ConcurrentHashMap.newKeySet();
    private final Clock clock;

    HeldPartitions(Clock clock) {
        this.clock = clock;
    }

    /**
     * One partition that is held.
     *
     * @param offset of the record that fails
     * @param reason the failure's class and place or state, without any values
     */
    record Held(
            String group,
            TopicPartition partition,
            long offset,
            Instant since,
            int attempts,
            String reason,
            Instant loggedAt) {

        private Held again(String nextReason, Instant nextLoggedAt) {
            return new Held(group, partition, offset, since, attempts + 1, nextReason, nextLoggedAt);
        }
    }

    /** Returns those that have been held for long enough to be noteworthy. */
    private List<Held> all() {
        Instant latest = clock.instant().minus(NOTEWORTHY);
        return consumers.stream()
                .flatMap(consumer -> consumer.held.values().stream())
                .filter(held -> !held.since().isAfter(latest))
                .toList();
    }

    /** Registers {@code messages.held.partitions} and {@code messages.held.age} for each of the topics. */
    void register(List<String> topics, MeterRegistry meters) {
        for (String topic : topics) {
            Gauge.builder("messages.held.partitions", () -> of(topic).count())
                    .description("Partitions that do not advance, because the record at their head fails")
                    .tag("topic", topic)
                    .register(meters);
            Gauge.builder("messages.held.age", () -> oldestAgeIn(topic))
                    .description("For how long the partition has been held that is held the longest")
                    .baseUnit("seconds")
                    .tag("topic", topic)
                    .register(meters);
        }
    }

    private Stream<Held> of(String topic) {
        return all().stream().filter(held -> held.partition().topic().equals(topic));
    }

    private double oldestAgeIn(String topic) {
        return of(topic)
                .mapToDouble(held -> ageOf(held).toMillis() / 1000.0)
                .max()
                .orElse(0);
    }

    @Override
    public Health health() {
        List<Held> all = all();
        Health.Builder health = all.isEmpty() ? Health.up() : Health.down();
        all.forEach(held -> health.withDetail(
                held.partition().toString(),
                Map.of(
                        "group", held.group(),
                        "offset", held.offset(),
                        "since", held.since().toString(),
                        "attempts", held.attempts(),
                        "reason", held.reason())));
        return health.build();
    }

    private Duration ageOf(Held held) {
        return Duration.between(held.since(), clock.instant());
    }

    OfConsumer ofConsumer(String group) {
        return new OfConsumer(group);
    }

    /** The partitions of one consumer. Written by the consumer's thread only. */
    final class OfConsumer {

        private final String group;
        private final Map<TopicPartition, Held> held = new ConcurrentHashMap<>();
        private final Map<TopicPartition, Long> resumedAt = new HashMap<>();
        private final Set<TopicPartition> delivered = new HashSet<>();

        private OfConsumer(String group) {
            this.group = group;
            consumers.add(this);
        }

        boolean isEmpty() {
            return held.isEmpty() && resumedAt.isEmpty();
        }

        /** Notes another failure of the partition's head, which is to be repeated when the pause has ended. */
        void hold(TopicPartition partition, long offset, Throwable cause) {
            Instant now = clock.instant();
            Held before = held.get(partition);
            Held first = before == null || before.offset() != offset
                    ? new Held(group, partition, offset, now, 0, "", Instant.MIN)
                    : before;
            boolean isLogged = first.loggedAt().isBefore(now.minus(LOG_INTERVAL));
            Held next = first.again(FailureKind.summaryOf(cause), isLogged ? now : first.loggedAt());
            held.put(partition, next);
            delivered.remove(partition);
            resumedAt.put(
                    partition, System.nanoTime() + pauseAfter(next.attempts()).toNanos());
            if (isLogged) {
                log(next, cause);
            }
        }

        private static void log(Held held, Throwable cause) {
            if (held.attempts() == 1 && FailureKind.of(cause) == FailureKind.UNKNOWN) {
                log.warn("{} is held at {}, to be repeated", held.partition(), held.offset(), cause);
            } else {
                log.warn(
                        "{} is held at {} since {}, attempt {}, to be repeated: {}",
                        held.partition(),
                        held.offset(),
                        held.since(),
                        held.attempts(),
                        held.reason());
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
            if (!held.isEmpty()) {
                delivered.addAll(partitions);
            }
        }

        /** Releases those that have been delivered and not held again: their head has been handled, or is a dead letter. */
        void releaseDelivered() {
            for (TopicPartition partition : delivered) {
                Held released = held.remove(partition);
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
            held.keySet().retainAll(assigned);
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
