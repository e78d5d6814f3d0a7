package dev.layeredsaga.paymentstub.webhook;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.layeredsaga.paymentstub.webhook.WebhookEvent.EventType;
import java.util.Map;

/**
 * The active webhook settings and delivery counts.
 *
 * @param pending deliveries that are neither acknowledged nor given up
 * @param counts by type, all types
 */
public record WebhookStatus(
        @JsonUnwrapped WebhookSettings settings,
        int pending,
        @JsonProperty("events") Map<EventType, DeliveryCounts> counts) {

    /**
     * Delivery counts for events of one type.
     *
     * @param sent tries, including retries and duplicates
     * @param acknowledged deliveries that the merchant answered with 2xx
     * @param failed deliveries given up after the last try
     * @param lost events deliberately not sent
     */
    public record DeliveryCounts(int sent, int acknowledged, int failed, int lost) {

        static final DeliveryCounts NONE = new DeliveryCounts(0, 0, 0, 0);

        static final DeliveryCounts SENT = new DeliveryCounts(1, 0, 0, 0);
        static final DeliveryCounts ACKNOWLEDGED = new DeliveryCounts(0, 1, 0, 0);
        static final DeliveryCounts FAILED = new DeliveryCounts(0, 0, 1, 0);
        static final DeliveryCounts LOST = new DeliveryCounts(0, 0, 0, 1);

        DeliveryCounts plus(DeliveryCounts other) {
            return new DeliveryCounts(
                    sent + other.sent, acknowledged + other.acknowledged, failed + other.failed, lost + other.lost);
        }
    }
}
