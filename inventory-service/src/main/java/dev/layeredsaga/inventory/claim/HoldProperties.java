package dev.layeredsaga.inventory.claim;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code inventory.holds}, for claims without a saga.
 *
 * @param mostPerCustomer the most live holds of a customer; default 50
 * @param longestLife the longest life of a hold from when it was granted, with all extensions; default 60 min, which is also the
 *     minimum, because a single request may ask for that much
 * @param keepKeys the time for which an {@code Idempotency-Key} and its hold are remembered; default 24 h
 */
@ConfigurationProperties("inventory.holds")
public record HoldProperties(
        @DefaultValue("50") int mostPerCustomer,
        @DefaultValue("60m") Duration longestLife,
        @DefaultValue("24h") Duration keepKeys) {

    private static final Duration LONGEST_TTL = Duration.ofHours(1);

    /**
     * @throws IllegalArgumentException if no hold is allowed, the longest life is below 60 min, or {@code keepKeys} is not
     *     positive
     */
    public HoldProperties {
        if (mostPerCustomer < 1) {
            throw new IllegalArgumentException("inventory.holds.most-per-customer must be at least 1");
        }
        if (longestLife.compareTo(LONGEST_TTL) < 0) {
            throw new IllegalArgumentException("inventory.holds.longest-life must be at least 60 min");
        }
        if (!keepKeys.isPositive()) {
            throw new IllegalArgumentException("inventory.holds.keep-keys must be positive");
        }
    }
}
