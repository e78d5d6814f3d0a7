package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.MessageConsumer.ConsumerParts;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.transaction.support.TransactionOperations;

/** Makes what a {@link JointListener} is made of. */
public final class Subscriptions {

    private final ConsumerParts parts;
    private final TransactionOperations transaction;

    Subscriptions(ConsumerParts parts, TransactionOperations transaction) {
        this.parts = parts;
        this.transaction = transaction;
    }

    /**
     * @param consumer the name by which it is remembered what has been handled
     * @param handler as a {@link BatchHandler}, of what the messages say
     */
    public <M> Subscription to(String topic, String consumer, MessageTypes<M> types, Consumer<List<M>> handler) {
        BatchHandler<M> ofMessages = messages ->
                handler.accept(messages.stream().map(IncomingMessage::payload).toList());
        return new Subscription(
                topic, new MessageConsumer<>(consumer, types, parts, BatchTransaction.plain(transaction), ofMessages));
    }

    /** One that listens to all of them. */
    public JointListener join(String group, List<Subscription> subscriptions) {
        return new JointListener(group, subscriptions, transaction);
    }
}
