package dev.layeredsaga.order.placement;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.springframework.stereotype.Component;

/** Clock with PostgreSQL's resolution of a microsecond, so that an order has the same times before and after it was stored. */
@Component
final class OrderClock {

    private final Clock clock;

    OrderClock(Clock clock) {
        this.clock = clock;
    }

    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
