package dev.layeredsaga.contract;

import java.util.List;

/** The Kafka topics between the services. Every record's key is the id of a saga, or of an order, which is that of its saga. */
public final class Topics {

    public static final String ORDERS_EVENTS = "orders.events";
    public static final String INVENTORY_COMMANDS = "inventory.commands";
    public static final String INVENTORY_EVENTS = "inventory.events";
    public static final String PAYMENT_COMMANDS = "payment.commands";
    public static final String SAGA_REPLIES = "saga.replies";

    /** The public topic: each saga's events, in order. */
    public static final String SAGA_EVENTS = "saga.events";

    /** Public, too: the events of returns, in order within each. */
    public static final String RETURNS_EVENTS = "returns.events";

    public static final List<String> ALL = List.of(
            ORDERS_EVENTS,
            INVENTORY_COMMANDS,
            INVENTORY_EVENTS,
            PAYMENT_COMMANDS,
            SAGA_REPLIES,
            SAGA_EVENTS,
            RETURNS_EVENTS);

    private Topics() {}

    /** Returns the topic for records that {@code topic}'s consumers could not handle, with the reason in a header. */
    public static String deadLettersOf(String topic) {
        return topic + ".dlt";
    }
}
