package dev.layeredsaga.orchestrator.returnsaga;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings below {@code orchestrator.returns}.
 *
 * @param goodsTimeout how long a return waits for its goods before it is rejected; default 14 days. Together with the order-service's
 *     {@code order.returns.window} it must be shorter than {@code saga.retention.keep}, with which payments are forgotten
 */
@ConfigurationProperties("orchestrator.returns")
record ReturnSettings(@DefaultValue("14d") Duration goodsTimeout) {

    /** @throws IllegalArgumentException if the time is not positive */
    ReturnSettings {
        Assert.isTrue(goodsTimeout.isPositive(), "orchestrator.returns.goods-timeout must be positive");
    }
}
