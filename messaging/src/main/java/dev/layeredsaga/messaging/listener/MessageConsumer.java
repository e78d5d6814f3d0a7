package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.inbox.Inbox;
import dev.layeredsaga.messaging.trace.Cause;
import dev.layeredsaga.messaging.trace.Tracing;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.BatchListenerFailedException;

/**
 * Handles a poll of records in one transaction, each message once and in a span of its own.
 *
 * <p>First as if all of them were new, which turns out at the commit: a handler may see a message a second time, but nothing of what
 * it writes then stays. If that fails, whatever the reason, those that have been handled before are taken out first. If that fails,
 * too, every message gets a transaction of its own, so that a bad one costs only itself: the listener container
 * is told which record it was, repeats it as {@link RedeliveryPolicy} says, and at last puts it into the dead letters with the
 * reason. Thread-safe as far as its handler is.
 */
public final class MessageConsumer<M> {

    private static final Logger log = LoggerFactory.getLogger(MessageConsumer.class);

    private final String name;
    private final MessageTypes<M> types;
    private final ConsumerParts parts;
    private final BatchTransaction<M> transaction;
    private final BatchHandler<M> handler;

    /** @param name the consumer's name in the inbox; by custom its Kafka consumer group */
    public MessageConsumer(
            String name,
            MessageTypes<M> types,
            ConsumerParts parts,
            BatchTransaction<M> transaction,
            BatchHandler<M> handler) {
        this.name = name;
        this.types = types;
        this.parts = parts;
        this.transaction = transaction;
        this.handler = handler;
    }

    /** What every consumer of a service shares. */
    public record ConsumerParts(CloudEventCodec codec, Inbox inbox, Tracing tracing) {}

    /** @throws BatchListenerFailedException naming the record that could not be handled; those before it have been */
    public void accept(List<ConsumerRecord<String, byte[]>> records) {
        List<IncomingMessage<M>> messages = new ArrayList<>(records.size());
        RuntimeException unreadable = null;
        for (int i = 0; i < records.size() && unreadable == null; i++) {
            try {
                messages.add(parts.codec().decode(records.get(i), types));
            } catch (RuntimeException e) {
                unreadable = e;
            }
        }
        handleAll(messages, records);
        if (unreadable != null) {
            throw failed(unreadable, records.get(messages.size()));
        }
    }

    /**
     * Handles the records in the caller's transaction as if all of them were new.
     *
     * @throws RuntimeException if one cannot be read or handled; then the transaction must not be committed. That one has been handled
     *     before turns out at the commit
     */
    void acceptAsNew(List<ConsumerRecord<String, byte[]>> records) {
        List<IncomingMessage<M>> messages = records.stream()
                .map(record -> parts.codec().decode(record, types))
                .toList();
        parts.tracing().handle(causesOf(messages), () -> handleAsNew(messages));
    }

    private void handleAll(List<IncomingMessage<M>> messages, List<ConsumerRecord<String, byte[]>> records) {
        RuntimeException failure = messages.isEmpty() ? null : tryTo(messages, () -> handleAsNew(messages));
        if (failure == null) {
            return;
        }
        log.debug("{}: not as if all were new: {}", name, failure.toString());
        failure = tryTo(messages, () -> handleFresh(messages));
        if (failure == null) {
            return;
        }
        if (messages.size() > 1) {
            log.info(
                    "{}: {} messages failed together, trying one by one: {}",
                    name,
                    messages.size(),
                    failure.toString());
        }
        for (int i = 0; i < messages.size(); i++) {
            List<IncomingMessage<M>> one = List.of(messages.get(i));
            RuntimeException own = tryTo(one, () -> handleFresh(one));
            if (own != null) {
                throw failed(own, records.get(i));
            }
        }
    }

    private @Nullable RuntimeException tryTo(List<IncomingMessage<M>> messages, Runnable handling) {
        try {
            parts.tracing().handle(causesOf(messages), handling);
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    private List<Cause> causesOf(List<IncomingMessage<M>> messages) {
        return messages.stream()
                .map(message -> new Cause(
                        name + " " + message.payload().getClass().getSimpleName(), message.key(), message.trace()))
                .toList();
    }

    /** Only when the transaction commits it turns out whether they are. */
    private void handleAsNew(List<IncomingMessage<M>> messages) {
        transaction.run(messages, () -> {
            parts.inbox().admitAllOf(name, idsOf(messages));
            handler.handle(messages);
        });
    }

    private void handleFresh(List<IncomingMessage<M>> messages) {
        transaction.run(messages, () -> {
            Set<String> fresh = parts.inbox().admit(name, idsOf(messages));
            List<IncomingMessage<M>> unhandled = messages.stream()
                    .filter(message -> fresh.remove(message.id()))
                    .toList();
            if (!unhandled.isEmpty()) {
                handler.handle(unhandled);
            }
        });
    }

    private static List<String> idsOf(List<? extends IncomingMessage<?>> messages) {
        return messages.stream().map(IncomingMessage::id).toList();
    }

    private static BatchListenerFailedException failed(RuntimeException cause, ConsumerRecord<?, ?> record) {
        String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return new BatchListenerFailedException(reason, cause, record);
    }
}
