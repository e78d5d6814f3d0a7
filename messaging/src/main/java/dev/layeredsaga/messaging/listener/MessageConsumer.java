package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.failure.FailureKind;
import dev.layeredsaga.messaging.inbox.Inbox;
import dev.layeredsaga.messaging.listener.SeparateTries.Delivery;
import dev.layeredsaga.messaging.trace.Cause;
import dev.layeredsaga.messaging.trace.Tracing;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles a poll of records in one transaction, each message once and in a span of its own.
 *
 * <p>First as if all of them were new, which turns out at the commit: a handler may see a message a second time, but nothing of what
 * it writes then stays. If that fails, whatever the reason, those that have been handled before are taken out first. If that fails,
 * too, every message gets a transaction of its own ({@link SeparateTries}), so that a bad one costs only its own key. What fails comes
 * again; only what is proven to be poison ({@link Suspects}) becomes a dead letter. Thread-safe as far as its handler is.
 */
public final class MessageConsumer<M> {

    private static final Logger log = LoggerFactory.getLogger(MessageConsumer.class);

    private final String name;
    private final MessageTypes<M> types;
    private final ConsumerParts parts;
    private final BatchTransaction<M> transaction;
    private final BatchHandler<M> handler;
    private final Suspects suspects;

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
        this.suspects = new Suspects(messageId -> parts.inbox().takesWritesFor(name, messageId));
    }

    /** What every consumer of a service shares. */
    public record ConsumerParts(CloudEventCodec codec, Inbox inbox, Tracing tracing) {}

    /** @throws PartlyHandledException saying which records could not be handled */
    public void accept(List<ConsumerRecord<String, byte[]>> records) {
        PollOutcome outcome = new PollOutcome();
        List<Delivery<M>> readable = readable(records, outcome);
        if (!readable.isEmpty() && (suspects.containAnyOf(records) || !areNew(readable, outcome))) {
            new SeparateTries<>(this::handleFresh, suspects, outcome).of(readable);
        }
        if (!outcome.areAllHandled(records)) {
            throw new PartlyHandledException(outcome);
        }
    }

    private List<Delivery<M>> readable(List<ConsumerRecord<String, byte[]>> records, PollOutcome outcome) {
        List<Delivery<M>> readable = new ArrayList<>(records.size());
        for (ConsumerRecord<String, byte[]> record : records) {
            try {
                readable.add(new Delivery<>(record, parts.codec().decode(record, types)));
            } catch (RuntimeException e) {
                outcome.failed(record, e, FailureKind.of(e) == FailureKind.MALFORMED);
            }
        }
        return readable;
    }

    private boolean areNew(List<Delivery<M>> deliveries, PollOutcome outcome) {
        try {
            List<IncomingMessage<M>> messages = messagesOf(deliveries);
            parts.tracing().handle(causesOf(messages), () -> handleAsNew(messages));
        } catch (RuntimeException e) {
            log.debug("{}: {} messages not as if all were new: {}", name, deliveries.size(), e.toString());
            return false;
        }
        outcome.handled(SeparateTries.recordsOf(deliveries));
        passed(SeparateTries.recordsOf(deliveries));
        return true;
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

    /** Returns true if a transaction with these and others would fail as it did before. */
    boolean suspectsAnyOf(List<ConsumerRecord<String, byte[]>> records) {
        return suspects.containAnyOf(records);
    }

    /** What {@link #acceptAsNew} has handled is committed. */
    void passed(List<ConsumerRecord<String, byte[]>> records) {
        suspects.passed(records);
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

    private List<Delivery<M>> handleFresh(List<Delivery<M>> deliveries) {
        List<IncomingMessage<M>> messages = messagesOf(deliveries);
        List<Delivery<M>> fresh = new ArrayList<>();
        parts.tracing()
                .handle(
                        causesOf(messages),
                        () -> transaction.run(messages, () -> {
                            Set<String> admitted = parts.inbox().admit(name, idsOf(messages));
                            deliveries.stream()
                                    .filter(delivery ->
                                            admitted.remove(delivery.message().id()))
                                    .forEach(fresh::add);
                            if (!fresh.isEmpty()) {
                                handler.handle(messagesOf(fresh));
                            }
                        }));
        return fresh;
    }

    private static <M> List<IncomingMessage<M>> messagesOf(List<Delivery<M>> deliveries) {
        return deliveries.stream().map(Delivery::message).toList();
    }

    private static List<String> idsOf(List<? extends IncomingMessage<?>> messages) {
        return messages.stream().map(IncomingMessage::id).toList();
    }
}
