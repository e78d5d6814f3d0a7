package dev.layeredsaga.inventory.lock.redis;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code inventory.redis}.
 *
 * @param url of the Redis that keeps the locks, such as {@code redis://localhost:6379}, which is the default
 * @param probeInterval how long to wait from one look at Redis, whether it is there, to the next; default 500 ms
 */
@ConfigurationProperties("inventory.redis")
record RedisProperties(
        @DefaultValue("redis://localhost:6379") String url,
        @DefaultValue("500ms") Duration probeInterval) {

    /** @throws IllegalArgumentException if the probe is to ask without a pause */
    RedisProperties {
        if (!probeInterval.isPositive()) {
            throw new IllegalArgumentException("inventory.redis.probe-interval must be positive");
        }
    }
}
