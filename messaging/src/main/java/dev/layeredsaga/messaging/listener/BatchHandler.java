package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.envelope.IncomingMessage;
import java.util.List;

/**
 * What a service does with the messages at hand. Called within a transaction, with messages that this consumer has not handled
 * before, in the order of their arrival. A refusal is a reply, not an exception: whatever is thrown undoes the whole batch.
 */
@FunctionalInterface
public interface BatchHandler<M> {

    void handle(List<IncomingMessage<M>> messages);
}
