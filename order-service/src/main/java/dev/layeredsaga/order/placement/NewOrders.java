package dev.layeredsaga.order.placement;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.trace.TraceParent;
import dev.layeredsaga.order.placement.Pricing.Priced;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Creates orders, and stores them with the messages that publish them. Thread-safe. */
@Component
class NewOrders {

    private final TimeBasedEpochGenerator ids = Generators.timeBasedEpochGenerator();
    private final CustomerOrders orders;
    private final Outbox outbox;
    private final OrderClock clock;
    private final OrderMeters meters;
    private final ReconciliationSettings settings;

    NewOrders(
            CustomerOrders orders,
            Outbox outbox,
            OrderClock clock,
            OrderMeters meters,
            ReconciliationSettings settings) {
        this.orders = orders;
        this.outbox = outbox;
        this.clock = clock;
        this.meters = meters;
        this.settings = settings;
    }

    /** @param trace the trace of the request that placed the order */
    record NewOrder(CustomerOrder order, @Nullable TraceParent trace) {

        private OutgoingMessage message() {
            return OutgoingMessage.of(Topics.ORDERS_EVENTS, order.id(), order.placed())
                    .inTrace(trace);
        }
    }

    CustomerOrder create(PlaceOrder request, Priced price) {
        Instant now = clock.now();
        return new CustomerOrder(ids.generate(), request, price, now, now.plus(settings.unstartedAfter()));
    }

    /** Stores the orders in the current transaction. */
    void store(List<NewOrder> created) {
        // flushed, so that a key in use is detected before anything is published
        orders.saveAllAndFlush(created.stream().map(NewOrder::order).toList());
        created.forEach(one -> outbox.publish(one.message()));
        meters.placed(created.size());
    }
}
