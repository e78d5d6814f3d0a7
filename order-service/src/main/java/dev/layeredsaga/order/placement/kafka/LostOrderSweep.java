package dev.layeredsaga.order.placement.kafka;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.OrderCancellationRequested;
import dev.layeredsaga.contract.order.OrderEvent;
import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.contract.order.ReturnRequested;
import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.PastMessages;
import dev.layeredsaga.messaging.listener.PastMessages.Page;
import dev.layeredsaga.messaging.listener.PastMessages.Position;
import dev.layeredsaga.messaging.sweep.RowSweep;
import dev.layeredsaga.messaging.sweep.Sweep.Schedule;
import dev.layeredsaga.messaging.sweep.Sweeps;
import dev.layeredsaga.order.placement.LostOrders;
import dev.layeredsaga.order.placement.ReconciliationSettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.stereotype.Component;

/**
 * Scans {@code orders.events}, which this service has written itself, for orders and returns that are not in its database any more,
 * and puts them back. Scans when an event of an unknown one has come, and at the start if a setting says from when: before requests are
 * served, so that one that is repeated meets its own order, and not another at another price. Thread-safe.
 */
@Component
class LostOrderSweep implements RowSweep<UUID>, SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(LostOrderSweep.class);

    private static final MessageTypes<OrderEvent> TYPES =
            MessageTypes.of(List.of(OrderPlaced.class, OrderCancellationRequested.class, ReturnRequested.class));

    /** Events of orders that never existed would otherwise cause scan after scan. */
    private static final Duration LEAST_BETWEEN = Duration.ofMinutes(5);

    private static final String ROWS = "orders to put back";
    private static final int MOST_PAGES = 20;
    private static final int MOST_FOUND = 10_000;

    private final LostOrders orders;
    private final ReconciliationSettings settings;
    private final Clock clock;
    private final PastMessages<OrderEvent> published;
    private final ObjectProvider<Sweeps> sweeps;

    /** The earliest time that was asked for and not scanned from yet. */
    private final AtomicReference<@Nullable Instant> asked = new AtomicReference<>();

    private final Map<UUID, List<OrderEvent>> found = new LinkedHashMap<>();
    private @Nullable Scan scan;

    private record Scan(Instant since, Instant begun, Position reached) {}

    LostOrderSweep(
            LostOrders orders,
            CloudEventCodec codec,
            ReconciliationSettings settings,
            Clock clock,
            KafkaProperties kafka,
            ObjectProvider<Sweeps> sweeps) {
        this.orders = orders;
        this.settings = settings;
        this.clock = clock;
        this.published = new PastMessages<>(kafka, Topics.ORDERS_EVENTS, codec, TYPES);
        this.sweeps = sweeps;
    }

    /** Leaves to the sweep what the database refuses. */
    @Override
    public synchronized void afterSingletonsInstantiated() {
        Instant since = settings.lostSince();
        if (since != null) {
            logBegin(since);
            published.readAll(since, messages -> {
                add(messages);
                int unused = sweeps.getObject().tick(ROWS);
            });
        }
    }

    private static void logBegin(Instant since) {
        log.warn("orders that are not in the database any more are searched for, since {}", since);
    }

    /** Requests a scan for the order of an event of that time. */
    void searchFor(Instant event) {
        Instant since = event.minus(settings.lookBack());
        asked.accumulateAndGet(since, (earlier, later) -> earlier != null && earlier.isBefore(since) ? earlier : since);
    }

    @Override
    public Schedule schedule() {
        return new Schedule(ROWS, settings.interval(), settings.batchSize());
    }

    @Override
    public synchronized List<UUID> find(int limit, Collection<UUID> except) {
        begin();
        boolean more = true;
        for (int pages = 0; more && pages < MOST_PAGES && found.size() - except.size() < limit; pages++) {
            more = found.size() < MOST_FOUND && readPage();
        }
        return found.keySet().stream()
                .filter(order -> !except.contains(order))
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized int handle(List<UUID> ids) {
        orders.putBack(ids.stream()
                .flatMap(order -> found.getOrDefault(order, List.of()).stream())
                .toList());
        found.keySet().removeAll(ids);
        return ids.size();
    }

    private void begin() {
        Instant since = asked.get();
        Instant now = clock.instant();
        if (since != null && isDue(since, now)) {
            logBegin(since);
            scan = new Scan(since, now, published.from(since));
            asked.compareAndSet(since, null);
        }
    }

    private boolean isDue(Instant since, Instant now) {
        return scan == null
                || since.isBefore(scan.since())
                || (scan.reached().isAtEnd() && !now.isBefore(scan.begun().plus(LEAST_BETWEEN)));
    }

    /** Returns false if there is no more to read now. */
    private boolean readPage() {
        if (scan == null || scan.reached().isAtEnd()) {
            return false;
        }
        Page<OrderEvent> page = published.read(scan.reached());
        add(page.messages());
        scan = new Scan(scan.since(), scan.begun(), page.next());
        return !page.isEmpty();
    }

    private void add(List<IncomingMessage<OrderEvent>> messages) {
        List<OrderEvent> events =
                messages.stream().map(IncomingMessage::payload).toList();
        Set<UUID> known = orders.known(events.stream()
                .filter(OrderPlaced.class::isInstance)
                .map(OrderEvent::orderId)
                .toList());
        events.stream()
                .filter(event -> !(event instanceof OrderPlaced && known.contains(event.orderId())))
                .forEach(event -> found.computeIfAbsent(event.orderId(), id -> new ArrayList<>())
                        .add(event));
    }
}
