package dev.layeredsaga.order.placement;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.springframework.stereotype.Component;

/** The time as PostgreSQL keeps it, to the microsecond: an order shows the same times before and after it was stored. */
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
