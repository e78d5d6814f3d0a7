package dev.layeredsaga.messaging.meters;

import dev.layeredsaga.messaging.topic.UsedTopics;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts failed messages, by topic: {@code messages.delivery.failures} and {@code messages.dead.letters}; and measures for how long
 * nothing has arrived: {@code messages.latest.age}. Thread-safe.
 */
public final class MessageMeters {

    private static final String OTHER = "other";

    private final Map<String, Counter> failures;
    private final Map<String, Counter> deadLetters;
    private final Map<String, Long> arrivals = new ConcurrentHashMap<>();
    private final MeterRegistry meters;

    /** Registers all counters at zero, because an alert on the increase of a counter needs a value before the first failure. */
    public MessageMeters(MeterRegistry meters, List<UsedTopics> used) {
        this.meters = meters;
        List<String> topics = UsedTopics.of(used);
        failures = counters(
                "messages.delivery.failures",
                "Deliveries of a message that failed and were, or will be, repeated",
                topics,
                meters);
        deadLetters = counters(
                "messages.dead.letters", "Messages that were put aside as they cannot be handled", topics, meters);
    }

    private static Map<String, Counter> counters(
            String name, String description, List<String> topics, MeterRegistry meters) {
        return Stream.concat(topics.stream(), Stream.of(OTHER))
                .collect(Collectors.toMap(
                        Function.identity(),
                        topic -> Counter.builder(name)
                                .description(description)
                                .tag("topic", topic)
                                .register(meters)));
    }

    public void failed(String topic) {
        of(topic, failures).increment();
    }

    public void deadLetter(String topic) {
        of(topic, deadLetters).increment();
    }

    /** Begins to measure anew for how long nothing has arrived from the topic. */
    public void arrived(String topic) {
        Clock clock = meters.config().clock();
        if (arrivals.put(topic, clock.monotonicTime()) == null) {
            Gauge.builder(
                            "messages.latest.age",
                            arrivals,
                            all -> (clock.monotonicTime() - all.getOrDefault(topic, 0L)) / 1e9)
                    .baseUnit("seconds")
                    .description("For how long nothing has arrived at this instance")
                    .tag("topic", topic)
                    .register(meters);
        }
    }

    private static Counter of(String topic, Map<String, Counter> counters) {
        Counter own = counters.get(topic);
        return own == null ? Objects.requireNonNull(counters.get(OTHER)) : own;
    }
}
