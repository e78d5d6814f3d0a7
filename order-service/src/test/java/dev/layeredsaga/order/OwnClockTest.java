package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A clock of the user's own, given to the application as docs/running.md shows it. */
class OwnClockTest {

    private static final Duration AHEAD = Duration.ofMinutes(1);

    @Test
    void takesThePlaceOfTheSystemsClock() {
        try (OrderServiceInstance service = OrderServiceInstance.startWithBeans(OwnBeans.class)) {
            Api api = service.api();
            String order = Samples.order("mina", Samples.product(api, 1990, "KRW"), 1);
            Instant before = Instant.now();

            String location = api.order(order, Samples.unique("key")).location();

            Instant placedAt =
                    Instant.parse(api.get(location).body().path("placedAt").asString());
            assertThat(placedAt).isAfter(before.plus(AHEAD).minusSeconds(1));
            assertThat(service.bean(Clock.class)).isEqualTo(Clock.offset(Clock.systemUTC(), AHEAD));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnBeans {

        @Bean
        Clock fastClock() {
            return Clock.offset(Clock.systemUTC(), AHEAD);
        }
    }
}
