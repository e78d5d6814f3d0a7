package dev.layeredsaga.messaging.ratelimit;

import java.util.stream.IntStream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code rate-limit}: what each caller may ask of each instance.
 *
 * @param customerPerSecond how many requests a customer may send, on average; default 100
 * @param customerBurst how many at once after a rest; default 500
 * @param customerConcurrent how many of a customer's requests may be under way at once, those that wait included; default 100
 * @param operatorPerSecond the same for an operator, whose programs may work for many; default 5,000
 * @param operatorBurst default 10,000
 */
@ConfigurationProperties("rate-limit")
public record RateLimitProperties(
        @DefaultValue("100") int customerPerSecond,
        @DefaultValue("500") int customerBurst,
        @DefaultValue("100") int customerConcurrent,
        @DefaultValue("5000") int operatorPerSecond,
        @DefaultValue("10000") int operatorBurst) {

    public RateLimitProperties {
        if (IntStream.of(customerPerSecond, customerBurst, customerConcurrent, operatorPerSecond, operatorBurst)
                .anyMatch(limit -> limit < 1)) {
            throw new IllegalArgumentException("every rate-limit must be at least 1");
        }
    }
}
