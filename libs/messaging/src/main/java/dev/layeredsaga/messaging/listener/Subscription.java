package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.envelope.MessageTypes;
import java.util.List;
import java.util.function.Consumer;

/**
 * A topic of a {@link MultiTopicListener} and the handler of its messages.
 *
 * @param consumer the name by which the inbox remembers what has been handled
 * @param handler called within a transaction, with the messages that this consumer has not handled before, in the order of their
 *     arrival. A refusal is a reply, not an exception: whatever is thrown undoes the whole batch
 */
public record Subscription<M>(String topic, String consumer, MessageTypes<M> types, Consumer<List<M>> handler) {}
