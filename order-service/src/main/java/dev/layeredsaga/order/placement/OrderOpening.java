package dev.layeredsaga.order.placement;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import dev.layeredsaga.messaging.Topics;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.trace.Tracing;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.stereotype.Component;

/** Stores an order and the news of it, in the current transaction. Thread-safe. */
@Component
class OrderOpening {

    private static final Logger log = LoggerFactory.getLogger(OrderOpening.class);

    private final TimeBasedEpochGenerator ids = Generators.timeBasedEpochGenerator();
    private final CustomerOrders orders;
    private final Outbox outbox;
    private final OrderClock clock;
    private final OrderMeters meters;

    OrderOpening(CustomerOrders orders, Outbox outbox, OrderClock clock, OrderMeters meters) {
        this.orders = orders;
        this.outbox = outbox;
        this.clock = clock;
        this.meters = meters;
    }

    /** @throws org.springframework.dao.DataIntegrityViolationException if the request's key is in use */
    CustomerOrder open(PlaceOrder request, Pricing.Priced price) {
        // flushed, so that a key in use is noticed before anything is published
        CustomerOrder order = orders.saveAndFlush(new CustomerOrder(ids.generate(), request, price, clock.now()));
        outbox.publish(OutgoingMessage.of(Topics.ORDERS_EVENTS, order.id(), order.placed(request.claim())));
        meters.placed();
        // for the rest of the request, whose end clears it
        MDC.put(Tracing.SAGA_ID, order.id().toString());
        log.debug("order placed");
        return order;
    }
}
