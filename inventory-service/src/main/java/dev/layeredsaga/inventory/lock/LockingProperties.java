package dev.layeredsaga.inventory.lock;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code inventory.locking}.
 *
 * @param provider who locks; default {@code redis}
 * @param waitTime how long to wait for all keys of a section together; default 2 s
 * @param leaseTime when a lock ends whose holder has not unlocked; longer than the wait and the longest section; default
 *     5 s
 */
@ConfigurationProperties("inventory.locking")
public record LockingProperties(
        @DefaultValue("redis") Provider provider,
        @DefaultValue("2s") Duration waitTime,
        @DefaultValue("5s") Duration leaseTime) {

    /** @throws IllegalArgumentException if the lease may end while its holder is still waiting for further keys */
    public LockingProperties {
        if (leaseTime.compareTo(waitTime) <= 0) {
            throw new IllegalArgumentException("inventory.locking.lease-time must be longer than the wait-time");
        }
    }

    /** Who locks. */
    public enum Provider {
        /** Redisson: for all instances together. */
        REDIS,
        /** An actor per key: for the callers of one instance. */
        ACTOR,
        /** Nobody: optimistic locking alone decides. */
        NONE
    }
}
