package dev.layeredsaga.order.placement;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code order.returns}.
 *
 * @param window the time from its placement for which an order can be returned, 0 for never; default 14 days. With {@code goods-timeout} and
 *     a day it must be shorter than {@code order.retention.sagas}
 * @param goodsTimeout the orchestrator's {@code orchestrator.returns.goods-timeout}; default 14 days
 */
@ConfigurationProperties("order.returns")
public record ReturnSettings(
        @DefaultValue("14d") Duration window,
        @DefaultValue("14d") Duration goodsTimeout) {

    /** Returns the longest time from an order's placement to its last refund, with a day to make it; 0 if nothing can be returned. */
    public Duration longest() {
        return window.isZero() ? window : window.plus(goodsTimeout).plusDays(1);
    }
}
