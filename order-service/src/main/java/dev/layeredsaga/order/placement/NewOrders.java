package dev.layeredsaga.order.placement;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.trace.TraceParent;
import dev.layeredsaga.order.placement.price.Pricing.Priced;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Creates orders, and stores them with the messages that publish them. Thread-safe. */
@Component
class NewOrders {

    private final CustomerOrders orders;
    private final Outbox outbox;
    private final Clock clock;
    private final ReconciliationSettings settings;
    private final Counter placed;

    NewOrders(
            CustomerOrders orders, Outbox outbox, Clock clock, ReconciliationSettings settings, MeterRegistry meters) {
        this.orders = orders;
        this.outbox = outbox;
        this.clock = clock;
        this.settings = settings;
        this.placed = Counter.builder("orders.placed")
                .description("Orders that were accepted")
                .register(meters);
    }

    /** @param trace the trace of the request that placed the order */
    record NewOrder(CustomerOrder order, @Nullable TraceParent trace) {

        private OutgoingMessage message() {
            return OutgoingMessage.of(Topics.ORDERS_EVENTS, order.id(), order.placed())
                    .inTrace(trace);
        }
    }

    CustomerOrder create(PlaceOrder request, Priced price) {
        // PostgreSQL's resolution, so that an order has the same times before and after it was stored
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        return new CustomerOrder(request, price, now, now.plus(settings.unstartedAfter()));
    }

    /** Stores the orders in the current transaction. */
    void store(List<NewOrder> created) {
        // flushed, so that a key in use is detected before anything is published
        orders.saveAllAndFlush(created.stream().map(NewOrder::order).toList());
        created.forEach(one -> outbox.publish(one.message()));
        AfterCommit.run(() -> placed.increment(created.size()));
    }
}
