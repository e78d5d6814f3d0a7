package dev.layeredsaga.testbed.simulation.services;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.OrderCancellationRequested;
import dev.layeredsaga.contract.order.OrderEvent;
import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.order.SagaEventsRequested;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.database.Table;
import dev.layeredsaga.testbed.simulation.database.Table.Writes;
import dev.layeredsaga.testbed.simulation.database.Transactions.End;
import dev.layeredsaga.testbed.simulation.messages.Broker;
import dev.layeredsaga.testbed.simulation.messages.Message;
import dev.layeredsaga.testbed.simulation.services.Service.Instance;
import dev.layeredsaga.testbed.simulation.services.SimulatedOrchestrator.NumberedEvent;
import dev.layeredsaga.testbed.simulation.world.Ids;
import dev.layeredsaga.testbed.simulation.world.World;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A model of the order-service: accepts orders, follows their sagas, and publishes an order again whose saga is not known. */
public final class SimulatedOrders implements Table {

    private static final long SWEEP_INTERVAL = 20_000;
    private static final long SILENCE = 60_000;
    private static final long UNFINISHED = 150_000;
    private static final long PLACE_AGAIN = 10_000;

    private final World world;
    private final Broker broker;
    private final Service service;
    private final Map<Long, Order> rows = new LinkedHashMap<>();
    private boolean looksForLost;
    private boolean asksForEvents;

    public SimulatedOrders(World world, Broker broker, Set<String> bugs) {
        this.world = world;
        this.broker = broker;
        this.service = new Service("orders", world, broker, bugs);
        service.database().contains(rows);
        service.database().whenRestored(() -> looksForLost = true);
        service.consume(List.of(Topics.SAGA_EVENTS), Service::plain, this::follow);
        for (Instance instance : service.instances()) {
            instance.process().every(SWEEP_INTERVAL, () -> reconcile(instance));
        }
    }

    /**
     * An order as it stands.
     *
     * @param end null while it is pending
     * @param askedAt when it was last published
     */
    public record Order(
            OrderPlaced placed, boolean heardOf, @Nullable SagaEvent end, long askedAt) {}

    public Database database() {
        return service.database();
    }

    Service service() {
        return service;
    }

    public Collection<Order> orders() {
        return rows.values();
    }

    public @Nullable Order order(long number) {
        return rows.get(number);
    }

    /** The customer tries again until it is accepted, with the same idempotency key. */
    void place(int instanceNumber, OrderPlaced placed) {
        long number = Ids.numberOf(placed.orderId());
        if (rows.containsKey(number)) {
            return;
        }
        Order order = new Order(placed, false, null, world.time().now());
        write(instanceNumber, order, placed);
        world.time().after(PLACE_AGAIN, () -> place(1 - instanceNumber, placed));
    }

    void cancel(int instanceNumber, long number) {
        Order order = rows.get(number);
        if (order != null && order.end() == null) {
            write(
                    instanceNumber,
                    order,
                    new OrderCancellationRequested(order.placed().orderId()));
        }
    }

    private void write(int instanceNumber, Order order, OrderEvent event) {
        Instance instance = service.instances().get(instanceNumber);
        long number = Ids.numberOf(event.orderId());
        if (instance.process().isAlive()) {
            instance.transactions()
                    .run(
                            number,
                            event::toString,
                            () -> {
                                if (event instanceof OrderPlaced) {
                                    changes().placed.put(number, order);
                                }
                                service.publish(message(event));
                                if (asksForEvents && event instanceof OrderPlaced && rows.containsKey(number)) {
                                    service.publish(message(new SagaEventsRequested(event.orderId(), 0)));
                                }
                            },
                            end -> {});
        }
    }

    private static OutgoingMessage message(OrderEvent event) {
        OutgoingMessage message = OutgoingMessage.of(Topics.ORDERS_EVENTS, event.orderId(), event);
        return event instanceof OrderCancellationRequested ? message.sentAfterOthers() : message;
    }

    private void follow(List<Message> messages) {
        for (Message message : messages) {
            changes().received.add((NumberedEvent) message.payload());
        }
    }

    /** Searches for lost orders in the own topic, and publishes again, with a question for its saga's events, what is pending for long. */
    private void reconcile(Instance instance) {
        if (looksForLost) {
            putBack(instance);
        }
        long now = world.time().now();
        rows.values().stream()
                .filter(order ->
                        order.end() == null && now - order.askedAt() > (order.heardOf() ? UNFINISHED : SILENCE))
                .filter(order -> asksForEvents || !order.heardOf())
                .forEach(order -> write(
                        instance.process().number() % 2,
                        new Order(order.placed(), false, null, now),
                        order.placed().repeated(Instant.ofEpochMilli(now))));
    }

    /** Once a database has gone back. Until then no event may be lost, and this would hide one that is. */
    void askForEvents() {
        asksForEvents = true;
    }

    private void putBack(Instance instance) {
        Runnable storing = () -> broker.past(Topics.ORDERS_EVENTS).forEach(message -> {
            if (message.payload() instanceof OrderPlaced placed && !rows.containsKey(message.order())) {
                changes().placed.put(message.order(), new Order(placed, false, null, 0));
            }
        });
        instance.transactions().run(0, () -> "lost orders", storing, end -> looksForLost = end != End.COMMITTED);
    }

    private Changes changes() {
        return service.database().current().on(this, Changes::new);
    }

    private final class Changes implements Writes {

        private final Map<Long, Order> placed = new LinkedHashMap<>();
        private final List<NumberedEvent> received = new java.util.ArrayList<>();

        @Override
        public void check() {
            // the first to come has placed it, and the first to report an end has ended it
        }

        @Override
        public void apply() {
            placed.forEach((number, order) -> rows.merge(
                    number,
                    order,
                    (before, again) -> new Order(before.placed(), before.heardOf(), before.end(), again.askedAt())));
            for (NumberedEvent event : received) {
                looksForLost |= !rows.containsKey(Ids.numberOf(event.sagaId()));
                rows.computeIfPresent(
                        Ids.numberOf(event.sagaId()),
                        (number, order) ->
                                new Order(order.placed(), true, endOf(order, event.event()), order.askedAt()));
            }
        }

        private @Nullable SagaEvent endOf(Order order, SagaEvent event) {
            boolean ends = event instanceof OrderSagaEvent.OrderConfirmed
                    || event instanceof OrderSagaEvent.OrderRejected
                    || event instanceof OrderSagaEvent.OrderCancelled;
            return order.end() == null && ends ? event : order.end();
        }
    }
}
