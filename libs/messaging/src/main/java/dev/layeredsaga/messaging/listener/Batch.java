package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.inbox.Inbox;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The messages that a consumer handles in one transaction. Made for one thread. */
public final class Batch<M> {

    private final Inbox inbox;
    private final String consumer;
    private final List<Delivery<M>> deliveries;
    private final boolean asNew;
    private boolean admitted;

    /** @param asNew true to learn at the commit whether one of them has been handled before */
    Batch(Inbox inbox, String consumer, List<Delivery<M>> deliveries, boolean asNew) {
        this.inbox = inbox;
        this.consumer = consumer;
        this.deliveries = new ArrayList<>(deliveries);
        this.asNew = asNew;
    }

    /** A record and what it says. */
    record Delivery<M>(ConsumerRecord<String, byte[]> record, IncomingMessage<M> message) {}

    /** Returns all of the messages, in the order of their arrival. Some may have been handled before. */
    public List<IncomingMessage<M>> messages() {
        return deliveries.stream().map(Delivery::message).toList();
    }

    /** Leaves messages out that are not handled: sent once more, they will be. To be called before {@link #admit()}. */
    public void leaveOut(Predicate<IncomingMessage<M>> unwanted) {
        deliveries.removeIf(delivery -> unwanted.test(delivery.message()));
    }

    /** Does as {@link #admit(List)} with the messages themselves. */
    public List<IncomingMessage<M>> admit() {
        return admit(messages());
    }

    /**
     * Records the messages as handled, with the current transaction. May be called again if the transaction is repeated.
     *
     * @param values one for each of the {@link #messages()}, in their order
     * @return the values of the messages to be handled
     */
    public <T> List<T> admit(List<T> values) {
        List<String> ids = deliveries.stream().map(each -> each.message().id()).toList();
        if (asNew) {
            inbox.admitAllOf(consumer, ids);
            admitted = true;
            return values;
        }
        Set<String> newIds = new HashSet<>(inbox.admit(consumer, ids));
        List<T> freshValues = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            if (newIds.remove(ids.get(i))) {
                freshValues.add(values.get(i));
            }
        }
        admitted = true;
        return freshValues;
    }

    /** @throws IllegalStateException if the batch has been handled without the inbox */
    void requireAdmitted() {
        if (!admitted) {
            throw new IllegalStateException(consumer + " has handled messages that it has not admitted");
        }
    }
}
