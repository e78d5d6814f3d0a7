package dev.layeredsaga.order.placement.follow;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event published by an order's saga.
 *
 * @param sequence counts from 1 without gaps within the order
 * @param occurredAt null if the sender set no time, or if the version before stored the event, with the time in its data
 * @param data the JSON as received; it may have fields that are unknown here
 */
public record OrderEvent(
        UUID orderId, long sequence, String type, @Nullable Instant occurredAt, String data) {}
