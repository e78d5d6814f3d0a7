package dev.layeredsaga.inventory.lock.redis;

import java.net.URI;
import java.time.Duration;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings below {@code inventory.redis}.
 *
 * @param url the URL of the Redis that keeps the locks; default {@code redis://localhost:6379}
 * @param probeInterval the pause between two probes; default 1 s
 */
@ConfigurationProperties("inventory.redis")
record RedisProperties(
        @DefaultValue("redis://localhost:6379") String url,
        @DefaultValue("1s") Duration probeInterval) {

    /** @throws IllegalArgumentException if the URL is not a Redis URL, or the probe interval is not positive */
    RedisProperties {
        Assert.isTrue(isRedisUrl(url), "inventory.redis.url must be redis://host:port or rediss://host:port");
        Assert.isTrue(probeInterval.isPositive(), "inventory.redis.probe-interval must be positive");
    }

    /** Returns true for a Redis URL. Hides the parser's exception, which names the URL and any password in it. */
    private static boolean isRedisUrl(String url) {
        try {
            URI uri = URI.create(url);
            return uri.getHost() != null && Set.of("redis", "rediss").contains(String.valueOf(uri.getScheme()));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
