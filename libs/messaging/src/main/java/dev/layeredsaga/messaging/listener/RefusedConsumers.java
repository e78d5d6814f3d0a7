package dev.layeredsaga.messaging.listener;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.errors.ApiException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * The consumers of this instance that the broker refuses, because an ACL is missing or the credentials are not valid. They try again
 * until they are accepted; meanwhile the health is down. Each is logged when it is first refused, once a minute after that, and when
 * it goes on. Thread-safe.
 */
final class RefusedConsumers implements HealthIndicator {

    private static final Logger log = LoggerFactory.getLogger(RefusedConsumers.class);
    private static final Duration LOG_INTERVAL = Duration.ofMinutes(1);

    private final Set<OfConsumer> consumers = ConcurrentHashMap.newKeySet();

    OfConsumer ofConsumer(String group) {
        return new OfConsumer(group);
    }

    @Override
    public Health health() {
        Health.Builder health = Health.up();
        for (OfConsumer consumer : consumers) {
            String reason = consumer.reason;
            if (reason != null) {
                health.down().withDetail(consumer.group, reason);
            }
        }
        return health.build();
    }

    /** One consumer. Used by the consumer's thread only. */
    final class OfConsumer {

        private final String group;
        private volatile @Nullable String reason;
        private long logged;

        private OfConsumer(String group) {
            this.group = group;
            consumers.add(this);
        }

        void refused(ApiException cause) {
            boolean first = reason == null;
            reason = Objects.requireNonNullElse(cause.getMessage(), cause.toString());
            if (first || System.nanoTime() - logged >= LOG_INTERVAL.toNanos()) {
                logged = System.nanoTime();
                log.warn("the consumers of group {} are refused by Kafka and try again: {}", group, reason);
            }
        }

        void accepted() {
            if (reason != null) {
                reason = null;
                log.info("the consumers of group {} are accepted by Kafka again", group);
            }
        }

        void close() {
            consumers.remove(this);
        }
    }
}
