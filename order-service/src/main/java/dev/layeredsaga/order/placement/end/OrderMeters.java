package dev.layeredsaga.order.placement.end;

import dev.layeredsaga.contract.order.OrderReason;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.order.placement.OrderStatus;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Meters for the outcomes of orders with reasons, and their durations: {@code orders.ended} and {@code orders.duration}. Only
 * committed changes count. Thread-safe.
 */
@Component
class OrderMeters {

    private static final Duration[] BUCKETS = {
        Duration.ofMillis(25), Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(250),
        Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofMillis(2_500), Duration.ofSeconds(5),
        Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMinutes(1), Duration.ofMinutes(5)
    };

    private final MeterRegistry meters;
    private final Counter contradicted;

    /** Registers all meters at once, so that each starts at zero. */
    OrderMeters(MeterRegistry meters) {
        this.meters = meters;
        this.contradicted = Counter.builder("orders.contradicted")
                .description(
                        "Orders whose sagas have ended otherwise than their customers were notified, or at another total")
                .register(meters);
        ended(OrderStatus.CONFIRMED, null);
        for (ReasonCode reason : ReasonCode.values()) {
            ended(OrderStatus.REJECTED, reason);
        }
        ended(OrderStatus.CANCELLED, ReasonCode.CANCELLED_BY_CUSTOMER);
        ended(OrderStatus.CANCELLED, ReasonCode.CANCELLED_BY_OPERATOR);
        for (OrderStatus status : OrderStatus.values()) {
            if (status != OrderStatus.PENDING) {
                duration(status);
            }
        }
    }

    private Counter ended(OrderStatus outcome, @Nullable ReasonCode reason) {
        return Counter.builder("orders.ended")
                .description("Orders that have ended, by how and why")
                .tag("outcome", outcome.name())
                .tag("reason", reason == null ? "none" : reason.name())
                .register(meters);
    }

    private Timer duration(OrderStatus outcome) {
        return Timer.builder("orders.duration")
                .description("From an order's acceptance to its end")
                .tag("outcome", outcome.name())
                .serviceLevelObjectives(BUCKETS)
                .register(meters);
    }

    /** Records an ending that differs from what the order says, when the current transaction commits. */
    void contradicted() {
        AfterCommit.run(contradicted::increment);
    }

    /** Records the order's end when the current transaction commits. */
    void ended(OrderEnding ending, Duration sincePlacement) {
        OrderStatus status = ending.status();
        OrderReason reason = ending.reason();
        Counter counter = ended(status, reason == null ? null : reason.code());
        Timer timer = duration(status);
        AfterCommit.run(() -> {
            counter.increment();
            timer.record(sincePlacement);
        });
    }
}
