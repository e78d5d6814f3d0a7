package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.envelope.OutgoingMessage;

/**
 * Publishes messages in the transaction that caused them, or not at all (the transactional outbox pattern).
 *
 * <p>After the commit the message is sent at once, from memory; a sweep sends later what a crash or an unreachable broker has left behind.
 * Every message is delivered at least once. The first deliveries of the messages that one process publishes with one key to one topic are
 * in the order of their transactions, also if the broker refuses one of them for a while; a message that is
 * {@link OutgoingMessage#sentAfterOthers sent after others} keeps that order across processes, too. Thread-safe.
 */
public interface Outbox {

    /**
     * Publishes with the current transaction.
     *
     * @throws IllegalStateException if there is no transaction to publish with, or it is committing already
     */
    void publish(OutgoingMessage message);

    /**
     * Returns true if messages to the topic have been published and not sent, or any to other topics for two seconds. An outbox that sends
     * nothing has none.
     */
    default boolean hasUnsent(String topic) {
        return false;
    }
}
