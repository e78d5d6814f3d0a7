package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.envelope.OutgoingMessage;

/**
 * How a message leaves a service: in the transaction that caused it, or not at all (the transactional outbox pattern).
 *
 * <p>After the commit the message is sent at once, from memory; what a crash or an unreachable broker leaves behind is sent
 * later by a sweep. Every message is delivered at least once; the first deliveries of one key's messages to one topic are in
 * the order of their transactions, also if the broker refuses one of them for a while. Thread-safe.
 */
public interface Outbox {

    /**
     * Publishes with the current transaction.
     *
     * @throws IllegalStateException if there is no transaction to publish with, or it is committing already
     */
    void publish(OutgoingMessage message);
}
