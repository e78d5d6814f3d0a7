package dev.layeredsaga.order.placement;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code orders}, for those who follow an order.
 *
 * @param heartbeat how long a follower is left without a sign of life; default 15 s
 * @param gapTimeout for how long after an order's end a missing event is waited for; default 1 h. Later the others are told without it
 */
@ConfigurationProperties("orders")
record FollowingSettings(
        @DefaultValue("15s") Duration heartbeat,
        @DefaultValue("1h") Duration gapTimeout) {

    /** @throws IllegalArgumentException if there is no time between two signs of life, or less than none to wait */
    FollowingSettings {
        if (!heartbeat.isPositive() || gapTimeout.isNegative()) {
            throw new IllegalArgumentException(
                    "orders.heartbeat must be positive and orders.gap-timeout not negative, but they are %s and %s"
                            .formatted(heartbeat, gapTimeout));
        }
    }
}
