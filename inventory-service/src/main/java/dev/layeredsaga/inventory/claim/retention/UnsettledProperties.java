package dev.layeredsaga.inventory.claim.retention;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code inventory.unsettled}, for claims that sagas have held for long.
 *
 * @param interval the pause between two scans of held claims; default 30 s
 * @param heldFor the time after which a saga's claim is published to the orchestrator; default 3 minutes, longer than a saga goes
 *     forward and shorter than a claim lasts ({@code orchestrator.order-saga})
 * @param again the time after which a claim is published again, if it is still held; default 1 minute
 * @param batchSize the most claims read at once; default 500
 */
@ConfigurationProperties("inventory.unsettled")
record UnsettledProperties(
        @DefaultValue("30s") Duration interval,
        @DefaultValue("3m") Duration heldFor,
        @DefaultValue("1m") Duration again,
        @DefaultValue("500") int batchSize) {

    /** @throws IllegalArgumentException if a setting is not positive */
    UnsettledProperties {
        if (!interval.isPositive() || !heldFor.isPositive() || !again.isPositive() || batchSize < 1) {
            throw new IllegalArgumentException("every setting below inventory.unsettled must be positive");
        }
    }
}
