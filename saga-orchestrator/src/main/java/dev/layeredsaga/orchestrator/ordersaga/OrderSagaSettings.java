package dev.layeredsaga.orchestrator.ordersaga;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings below {@code orchestrator.order-saga}.
 *
 * @param deadline how long an order may take from its placement before it is compensated, if it does not say itself; an order whose saga
 *     starts late has at least a quarter of that from then on; default 2 minutes
 * @param claimTtl how long a claim lasts without being extended; default 5 minutes, longer than the deadline
 * @param queueTimeout how long an order waits in line for what others hold, if it says {@code WAIT} and not how long; default three
 *     quarters of the deadline, so that time is left to pay
 * @param inventoryTimeout when a command to the inventory is sent again for the first time; default 5 s, then twice as long each time,
 *     up to a minute
 * @param paymentTimeout when a command to the payment participant is sent again; default 30 s, longer than the participant
 *     may take with the gateway
 */
@ConfigurationProperties("orchestrator.order-saga")
public record OrderSagaSettings(
        @DefaultValue("2m") Duration deadline,
        @DefaultValue("5m") Duration claimTtl,
        @Nullable Duration queueTimeout,
        @DefaultValue("5s") Duration inventoryTimeout,
        @DefaultValue("30s") Duration paymentTimeout) {

    /** @throws IllegalArgumentException if a claim could run out, or an order wait in line, beyond the saga's deadline */
    public OrderSagaSettings {
        Assert.isTrue(
                claimTtl.compareTo(deadline) > 0,
                "orchestrator.order-saga.claim-ttl (" + claimTtl
                        + ") must be longer than orchestrator.order-saga.deadline (" + deadline + ")");
        queueTimeout = queueTimeout == null ? deadline.multipliedBy(3).dividedBy(4) : queueTimeout;
        Assert.isTrue(
                queueTimeout.isPositive() && queueTimeout.compareTo(deadline) < 0,
                "orchestrator.order-saga.queue-timeout (" + queueTimeout
                        + ") must be positive and shorter than orchestrator.order-saga.deadline (" + deadline + ")");
    }

    @Override
    public Duration queueTimeout() {
        return Objects.requireNonNull(queueTimeout);
    }
}
