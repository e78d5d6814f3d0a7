package dev.layeredsaga.order.placement;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code order.placement.gate}. With both the same, the interval is fixed.
 *
 * @param min the shortest interval between the beginnings of two rounds; default 0
 * @param max the longest interval; default 0, which switches the gate off
 */
@ConfigurationProperties("order.placement.gate")
record GateSettings(
        @DefaultValue("0ms") Duration min,
        @DefaultValue("0ms") Duration max) {

    private static final Duration LONGEST = Duration.ofSeconds(1);

    /** @throws IllegalArgumentException unless 0 ≤ min ≤ max ≤ 1 s */
    GateSettings {
        if (min.isNegative() || max.compareTo(min) < 0 || LONGEST.compareTo(max) < 0) {
            throw new IllegalArgumentException(
                    "order.placement.gate.min (%s) and .max (%s) must be 0 <= min <= max <= %s"
                            .formatted(min, max, LONGEST));
        }
    }
}
