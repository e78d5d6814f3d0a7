package dev.layeredsaga.messaging.listener;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Metric;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.ConsumerFactory;

/**
 * Measures how many records this instance's consumers have not fetched yet, as Kafka's own metric {@code records-lag} says for each
 * partition. Thread-safe.
 */
final class ConsumerLag implements ConsumerFactory.Listener<String, byte[]>, MeterBinder {

    private final Set<Consumer<String, byte[]>> consumers = ConcurrentHashMap.newKeySet();

    @Override
    public void consumerAdded(String id, Consumer<String, byte[]> consumer) {
        consumers.add(consumer);
    }

    @Override
    public void consumerRemoved(@Nullable String id, Consumer<String, byte[]> consumer) {
        consumers.remove(consumer);
    }

    @Override
    public void bindTo(MeterRegistry meters) {
        Gauge.builder("messaging.consumer.lag", this, ConsumerLag::total)
                .description("Records that this instance's consumers have not fetched yet")
                .baseUnit("messages")
                .register(meters);
    }

    private double total() {
        return consumers.stream()
                .flatMap(consumer -> consumer.metrics().values().stream())
                .filter(metric -> metric.metricName().name().equals("records-lag"))
                .mapToDouble(ConsumerLag::value)
                .sum();
    }

    /** Returns zero for a partition of which nothing has been fetched. */
    private static double value(Metric metric) {
        return metric.metricValue() instanceof Double lag && !lag.isNaN() ? lag : 0;
    }
}
