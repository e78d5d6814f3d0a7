package dev.layeredsaga.inventory.claim;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code inventory.holds}, for claims that are no saga's.
 *
 * @param mostPerCustomer how many live holds a customer has at most; default 50
 * @param longestLife how long a hold lasts at most, however often it is extended, from when it was granted; default 60 min, which is
 *     the least, because it is what may be asked for at once
 * @param keepKeys how long it is remembered to which hold an {@code Idempotency-Key} has led; default 24 h
 */
@ConfigurationProperties("inventory.holds")
public record HoldProperties(
        @DefaultValue("50") int mostPerCustomer,
        @DefaultValue("60m") Duration longestLife,
        @DefaultValue("24h") Duration keepKeys) {

    private static final Duration LONGEST_TTL = Duration.ofHours(1);

    /** @throws IllegalArgumentException if there can be no hold, or none for as long as may be asked for */
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
