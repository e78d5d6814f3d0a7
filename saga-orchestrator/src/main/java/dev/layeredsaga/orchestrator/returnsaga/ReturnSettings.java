package dev.layeredsaga.orchestrator.returnsaga;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings below {@code orchestrator.returns}.
 *
 * @param goodsTimeout how long a return waits for its goods before it is rejected; default 14 days. With {@code window} and a day it must be
 *     shorter than {@code saga.retention.keep}, after which payments are forgotten
 * @param window the order-service's {@code order.returns.window}, 0 for no returns; default 14 days
 */
@ConfigurationProperties("orchestrator.returns")
record ReturnSettings(
        @DefaultValue("14d") Duration goodsTimeout,
        @DefaultValue("14d") Duration window) {

    /** @throws IllegalArgumentException if the time for the goods is not positive */
    ReturnSettings {
        Assert.isTrue(goodsTimeout.isPositive(), "orchestrator.returns.goods-timeout must be positive");
    }

    /** Returns the longest time from an order's placement to its last refund, with a day to make it; 0 if nothing can be returned. */
    Duration longest() {
        return window.isZero() ? window : window.plus(goodsTimeout).plusDays(1);
    }
}
