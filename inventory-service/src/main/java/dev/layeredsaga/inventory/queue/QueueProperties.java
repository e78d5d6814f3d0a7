package dev.layeredsaga.inventory.queue;

import java.time.Duration;
import java.time.Instant;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings below {@code inventory.queue}: the stock of a counted item that waiters keep from later claimants.
 *
 * @param keptShare the share of the stock on hand that all waiters together keep, from 0 to 1; default 0.5
 * @param keptFor the time for which a waiter keeps stock, from when it joined the queue; default 30 s
 */
@ConfigurationProperties("inventory.queue")
public record QueueProperties(
        @DefaultValue("0.5") double keptShare,
        @DefaultValue("30s") Duration keptFor) {

    /** @throws IllegalArgumentException if the share is not from 0 to 1, or the time is negative */
    public QueueProperties {
        Assert.isTrue(keptShare >= 0 && keptShare <= 1, "inventory.queue.kept-share must be from 0 to 1");
        Assert.isTrue(!keptFor.isNegative(), "inventory.queue.kept-for must not be negative");
    }

    /** Returns the earliest time of joining the queue at which a waiter still keeps stock. */
    public Instant keepersSince(Instant now) {
        return now.minus(keptFor);
    }
}
