package dev.layeredsaga.contract.order;

import org.jspecify.annotations.Nullable;

/**
 * The times that a customer asks for with an order.
 *
 * @param deadlineSeconds how long after its placement the order may still be completed; null for the orchestrator's setting
 * @param queueTimeoutSeconds how long it waits in line if it says {@code WAIT}; null for three quarters of its deadline
 */
public record OrderTiming(
        @Nullable Integer deadlineSeconds, @Nullable Integer queueTimeoutSeconds) {}
