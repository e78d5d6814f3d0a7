package dev.layeredsaga.inventory.claim;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings below {@code inventory.holds}, for claims without a saga.
 *
 * @param mostPerCustomer the most live holds of a customer; default 50
 * @param mostUnits the most units of one item that a customer holds; default 100
 * @param mostShare the largest share of an item's stock on hand that a customer holds, from 0 to 1; one unit at least; default 0.5
 * @param longestLife the longest life of a hold from when it was granted, with all extensions and with those holds of the same items
 *     that followed it and were not sold; after twice that time from the first the customer may hold them again; default 60 min, which
 *     is also the minimum, because a single request may ask for that much
 * @param keepKeys the time for which an {@code Idempotency-Key} and its hold are remembered; default 24 h
 */
@ConfigurationProperties("inventory.holds")
public record HoldProperties(
        @DefaultValue("50") int mostPerCustomer,
        @DefaultValue("100") int mostUnits,
        @DefaultValue("0.5") double mostShare,
        @DefaultValue("60m") Duration longestLife,
        @DefaultValue("24h") Duration keepKeys) {

    private static final Duration LONGEST_TTL = Duration.ofHours(1);

    /**
     * @throws IllegalArgumentException if no hold or unit is allowed, the share is not from 0 to 1, the longest life is below 60 min, or {@code keepKeys} is not
     *     positive
     */
    public HoldProperties {
        Assert.isTrue(
                mostPerCustomer >= 1 && mostUnits >= 1,
                "inventory.holds.most-per-customer and .most-units must be at least 1");
        Assert.isTrue(mostShare >= 0 && mostShare <= 1, "inventory.holds.most-share must be from 0 to 1");
        Assert.isTrue(longestLife.compareTo(LONGEST_TTL) >= 0, "inventory.holds.longest-life must be at least 60 min");
        Assert.isTrue(keepKeys.isPositive(), "inventory.holds.keep-keys must be positive");
    }

    /** Returns the most units of an item with that stock on hand that a customer holds. */
    public int mostUnitsOf(int onHand) {
        return Math.max(1, Math.min(mostUnits, (int) (onHand * mostShare)));
    }
}
