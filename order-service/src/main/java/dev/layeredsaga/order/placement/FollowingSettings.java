package dev.layeredsaga.order.placement;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code orders}, for streams of order events.
 *
 * @param heartbeat the longest time without a sign of life on a stream; default 15 s
 * @param gapTimeout the time after an order's end for which a missing event is awaited; default 1 h. Later the stream skips it
 */
@ConfigurationProperties("orders")
record FollowingSettings(
        @DefaultValue("15s") Duration heartbeat,
        @DefaultValue("1h") Duration gapTimeout) {

    /** @throws IllegalArgumentException if {@code heartbeat} is not positive or {@code gapTimeout} is negative */
    FollowingSettings {
        if (!heartbeat.isPositive() || gapTimeout.isNegative()) {
            throw new IllegalArgumentException(
                    "orders.heartbeat must be positive and orders.gap-timeout not negative, but they are %s and %s"
                            .formatted(heartbeat, gapTimeout));
        }
    }
}
