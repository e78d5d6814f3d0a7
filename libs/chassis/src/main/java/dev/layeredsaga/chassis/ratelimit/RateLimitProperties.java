package dev.layeredsaga.chassis.ratelimit;

import java.util.stream.IntStream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings below {@code http.rate-limit}: the limits of each caller on each instance.
 *
 * @param customerPerSecond a customer's average requests per second; default 100
 * @param customerBurst a customer's requests at once after an idle period; default 500
 * @param customerConcurrent a customer's requests in flight, those that wait included; default 100
 * @param operatorPerSecond an operator's average requests per second, whose programs may act for many customers; default 5,000
 * @param operatorBurst an operator's requests at once after an idle period; default 10,000
 */
@ConfigurationProperties("http.rate-limit")
public record RateLimitProperties(
        @DefaultValue("100") int customerPerSecond,
        @DefaultValue("500") int customerBurst,
        @DefaultValue("100") int customerConcurrent,
        @DefaultValue("5000") int operatorPerSecond,
        @DefaultValue("10000") int operatorBurst) {

    public RateLimitProperties {
        Assert.isTrue(
                IntStream.of(customerPerSecond, customerBurst, customerConcurrent, operatorPerSecond, operatorBurst)
                        .allMatch(limit -> limit >= 1),
                "every http.rate-limit must be at least 1");
    }
}
