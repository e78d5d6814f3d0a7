package dev.layeredsaga.paymentstub.webhook;

import java.util.Map;

/**
 * The active webhook settings and delivery counts.
 *
 * @param pending deliveries that are neither acknowledged nor given up
 * @param tallies by type, all types
 */
public record WebhookStatus(WebhookSettings settings, int pending, Map<EventType, Tally> tallies) {}
