package dev.layeredsaga.orchestrator.payment;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code orchestrator.late-charges}, for charges that were called and that the gateway did not know when their payment was
 * voided.
 *
 * @param interval how often to look for payments to ask about; default 10 s
 * @param firstAfter how long after its undo the gateway is asked about a payment again; default 1 minute, and from then on fourfold each
 *     time
 * @param times how often the gateway is asked about a payment; default 6, the last time after 22 h 45 min
 */
@ConfigurationProperties("orchestrator.late-charges")
record LateChargeSettings(
        @DefaultValue("10s") Duration interval,
        @DefaultValue("1m") Duration firstAfter,
        @DefaultValue("6") int times) {

    /** @throws IllegalArgumentException if a setting makes no sense */
    LateChargeSettings {
        if (!interval.isPositive() || !firstAfter.isPositive() || times < 1 || times > 12) {
            throw new IllegalArgumentException(
                    "orchestrator.late-charges: interval and first-after must be positive and times between 1 and 12,"
                            + " but they are " + interval + ", " + firstAfter + " and " + times);
        }
    }
}
