package dev.layeredsaga.paymentstub.webhook;

import java.util.Map;

/**
 * The webhooks in force.
 *
 * @param pending deliveries that are neither acknowledged nor given up
 * @param tallies by type, all types
 */
public record WebhookStatus(WebhookSettings settings, int pending, Map<EventType, Tally> tallies) {}
