package dev.layeredsaga.inventory.lock.redis;

import java.net.URI;
import java.time.Duration;
import java.util.Set;
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

    /** @throws IllegalArgumentException if the URL is none of Redis, or the probe is to ask without a pause */
    RedisProperties {
        if (!isRedisUrl(url)) {
            throw new IllegalArgumentException("inventory.redis.url must be redis://host:port or rediss://host:port");
        }
        if (!probeInterval.isPositive()) {
            throw new IllegalArgumentException("inventory.redis.probe-interval must be positive");
        }
    }

    /** An exception of the parser's would name the URL, which may have a password in it. */
    private static boolean isRedisUrl(String url) {
        try {
            URI uri = URI.create(url);
            return uri.getHost() != null && Set.of("redis", "rediss").contains(String.valueOf(uri.getScheme()));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
