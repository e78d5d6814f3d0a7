package dev.layeredsaga.inventory.line;

import java.time.Duration;
import java.time.Instant;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code inventory.queue}: what those who wait for a counted item keep from those who come later.
 *
 * @param keptShare the share of the stock on hand that all waiters together keep, from 0 to 1; default 0.5
 * @param keptFor how long a waiter keeps it, from when it joined the queue; default 30 s
 */
@ConfigurationProperties("inventory.queue")
public record QueueProperties(
        @DefaultValue("0.5") double keptShare,
        @DefaultValue("30s") Duration keptFor) {

    /** @throws IllegalArgumentException if the share is not one, or the time is negative */
    public QueueProperties {
        if (!(keptShare >= 0 && keptShare <= 1)) {
            throw new IllegalArgumentException("inventory.queue.kept-share must be from 0 to 1");
        }
        if (keptFor.isNegative()) {
            throw new IllegalArgumentException("inventory.queue.kept-for must not be negative");
        }
    }

    /** The earliest time of joining the queue at which a waiter still keeps stock. */
    public Instant keepersSince(Instant now) {
        return now.minus(keptFor);
    }
}
