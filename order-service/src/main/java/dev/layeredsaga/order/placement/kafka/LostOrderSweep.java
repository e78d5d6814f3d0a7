package dev.layeredsaga.order.placement.kafka;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.OrderCancellationRequested;
import dev.layeredsaga.contract.order.OrderEvent;
import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.MalformedMessageException;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.PastRecords;
import dev.layeredsaga.messaging.listener.PastRecords.Page;
import dev.layeredsaga.messaging.listener.PastRecords.Position;
import dev.layeredsaga.messaging.sweep.Sweep;
import dev.layeredsaga.order.placement.LostOrders;
import dev.layeredsaga.order.placement.ReconciliationSettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.stereotype.Component;

/**
 * Looks through {@code orders.events}, which this service has written itself, for orders that are not in its database any more, and puts
 * them back. It looks when an event of an unknown order has come, and at the start if a setting says from when. Thread-safe.
 */
@Component
class LostOrderSweep implements Sweep {

    private static final Logger log = LoggerFactory.getLogger(LostOrderSweep.class);

    private static final MessageTypes<OrderEvent> TYPES = MessageTypes.sealedUnder(OrderEvent.class);

    /** Events of orders that are nobody's would have it look all the time. */
    private static final Duration LEAST_BETWEEN = Duration.ofMinutes(5);

    private static final int MORE = 1;

    private final LostOrders orders;
    private final CloudEventCodec codec;
    private final ReconciliationSettings settings;
    private final Clock clock;
    private final PastRecords published;

    private @Nullable Look look;

    /**
     * @param begun the time when it was asked for
     * @param reached null before anything is read
     */
    private record Look(
            Instant since, Instant begun, @Nullable Position reached) {

        boolean isOver() {
            return reached != null && reached.isAtEnd();
        }
    }

    LostOrderSweep(
            LostOrders orders,
            CloudEventCodec codec,
            ReconciliationSettings settings,
            Clock clock,
            KafkaProperties kafka) {
        this.orders = orders;
        this.codec = codec;
        this.settings = settings;
        this.clock = clock;
        this.published = new PastRecords(kafka, Topics.ORDERS_EVENTS);
        if (settings.lostSince() != null) {
            look = new Look(settings.lostSince(), clock.instant(), null);
        }
    }

    /** Has it look for orders of which an event of that time has come. Does nothing if it has just looked that far back. */
    synchronized void lookFor(Instant event) {
        Instant since = event.minus(settings.lookBack());
        Instant now = clock.instant();
        if (look == null || look.begun().plus(LEAST_BETWEEN).isBefore(now) || since.isBefore(look.since())) {
            log.warn(
                    "an event of an order has come that is not in the database, orders since {} are looked for", since);
            look = new Look(since, now, null);
        }
    }

    @Override
    public Schedule schedule() {
        return new Schedule("orders to put back", settings.interval(), MORE);
    }

    @Override
    public int sweep() {
        Look current = current();
        if (current == null || current.isOver()) {
            return 0;
        }
        Position from = current.reached() == null ? published.from(current.since()) : current.reached();
        Page page = published.read(from);
        List<OrderPlaced> placed = new ArrayList<>();
        List<UUID> cancelled = new ArrayList<>();
        for (ConsumerRecord<String, byte[]> record : page.records()) {
            OrderEvent event = read(record);
            if (event instanceof OrderPlaced order) {
                placed.add(order);
            } else if (event instanceof OrderCancellationRequested request) {
                cancelled.add(request.orderId());
            }
        }
        orders.putBack(placed, cancelled);
        AfterCommit.run(() -> goOn(current, page.next()));
        return page.next().isAtEnd() ? 0 : MORE;
    }

    private synchronized @Nullable Look current() {
        return look;
    }

    private synchronized void goOn(Look from, Position reached) {
        if (from.equals(look)) {
            look = new Look(from.since(), from.begun(), reached);
        }
    }

    private @Nullable OrderEvent read(ConsumerRecord<String, byte[]> record) {
        try {
            return codec.decode(record, TYPES).payload();
        } catch (MalformedMessageException e) {
            // somebody else's, which the orchestrator has put aside
            return null;
        }
    }
}
