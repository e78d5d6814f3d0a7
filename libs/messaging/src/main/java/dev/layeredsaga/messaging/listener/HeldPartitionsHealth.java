package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.listener.HeldPartitions.Held;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Shows the partitions that are held, as health ({@code consumers}) and as gauges. */
final class HeldPartitionsHealth implements HealthIndicator {

    private final HeldPartitions held;

    HeldPartitionsHealth(HeldPartitions held) {
        this.held = held;
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
        return held.all().stream().filter(one -> one.partition().topic().equals(topic));
    }

    private double oldestAgeIn(String topic) {
        return of(topic)
                .mapToDouble(one -> held.ageOf(one).toMillis() / 1000.0)
                .max()
                .orElse(0);
    }

    @Override
    public Health health() {
        List<Held> all = held.all();
        Health.Builder health = all.isEmpty() ? Health.up() : Health.down();
        all.forEach(one -> health.withDetail(
                one.partition().toString(),
                Map.of(
                        "group", one.group(),
                        "offset", one.offset(),
                        "since", one.since().toString(),
                        "attempts", one.attempts(),
                        "reason", one.reason())));
        return health.build();
    }
}
