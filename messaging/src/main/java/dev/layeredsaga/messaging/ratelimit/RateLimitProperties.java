package dev.layeredsaga.messaging.ratelimit;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code rate-limit}: what each caller may ask of each instance.
 *
 * @param customerPerSecond how many requests a customer may send, on average; default 100
 * @param customerBurst how many at once after a rest; default 500
 * @param operatorPerSecond the same for an operator, whose programs may work for many; default 5,000
 * @param operatorBurst default 10,000
 */
@ConfigurationProperties("rate-limit")
public record RateLimitProperties(
        @DefaultValue("100") int customerPerSecond,
        @DefaultValue("500") int customerBurst,
        @DefaultValue("5000") int operatorPerSecond,
        @DefaultValue("10000") int operatorBurst) {

    public RateLimitProperties {
        if (Math.min(Math.min(customerPerSecond, customerBurst), Math.min(operatorPerSecond, operatorBurst)) < 1) {
            throw new IllegalArgumentException("every rate-limit must be at least 1");
        }
    }
}
