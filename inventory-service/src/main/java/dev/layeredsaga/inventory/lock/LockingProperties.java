package dev.layeredsaga.inventory.lock;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings below {@code inventory.locking}.
 *
 * @param provider the lock provider; default {@code redis}
 * @param waitTime the longest wait for all keys of a section together, which then goes on without a lock; default 2 s
 * @param leaseTime the time after which an unreleased lock expires; longer than the wait and the longest section; default 5 s
 */
@ConfigurationProperties("inventory.locking")
public record LockingProperties(
        @DefaultValue("redis") Provider provider,
        @DefaultValue("2s") Duration waitTime,
        @DefaultValue("5s") Duration leaseTime) {

    /** @throws IllegalArgumentException if the lease may expire while its holder is still waiting for further keys */
    public LockingProperties {
        Assert.isTrue(
                leaseTime.compareTo(waitTime) > 0, "inventory.locking.lease-time must be longer than the wait-time");
    }

    /** The lock provider. */
    public enum Provider {
        /** Redisson: locks across all instances. */
        REDIS,
        /** One actor per key: locks among the callers of one instance. */
        ACTOR,
        /** No lock: optimistic locking alone decides. */
        NONE
    }
}
