package dev.layeredsaga.order.placement;

import java.util.UUID;

/**
 * An event published by an order's saga.
 *
 * @param sequence counts from 1 without gaps within the order
 * @param data the event's JSON, as it is published
 */
public record OrderEvent(UUID orderId, long sequence, String type, String data) {}
