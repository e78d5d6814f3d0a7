package dev.layeredsaga.messaging.meters;

import dev.layeredsaga.contract.Topics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts failed messages, by topic: {@code messages.delivery.failures} and {@code messages.dead.letters}. Thread-safe. */
public final class MessageMeters {

    private static final String OTHER = "other";

    private final Map<String, Counter> failures;
    private final Map<String, Counter> deadLetters;

    /** Registers all counters at zero, because an alert on the increase of a counter needs a value before the first failure. */
    public MessageMeters(MeterRegistry meters) {
        failures = counters(
                "messages.delivery.failures",
                "Deliveries of a message that failed and were, or will be, repeated",
                meters);
        deadLetters =
                counters("messages.dead.letters", "Messages that were put aside as nobody can handle them", meters);
    }

    private static Map<String, Counter> counters(String name, String description, MeterRegistry meters) {
        return Stream.concat(Topics.ALL.stream(), Stream.of(OTHER))
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

    private static Counter of(String topic, Map<String, Counter> counters) {
        Counter own = counters.get(topic);
        return own == null ? Objects.requireNonNull(counters.get(OTHER)) : own;
    }
}
