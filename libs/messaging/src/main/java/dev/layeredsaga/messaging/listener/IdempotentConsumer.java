package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.failure.FailureKind;
import dev.layeredsaga.messaging.inbox.Inbox;
import dev.layeredsaga.messaging.listener.Batch.Delivery;
import dev.layeredsaga.messaging.trace.Cause;
import dev.layeredsaga.messaging.trace.Tracing;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
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
public final class IdempotentConsumer<M> {

    private static final Logger log = LoggerFactory.getLogger(IdempotentConsumer.class);

    private final String name;
    private final MessageTypes<M> types;
    private final ConsumerParts parts;
    private final Suspects suspects;

    /** @param name the consumer's name in the inbox; by custom its Kafka consumer group */
    public IdempotentConsumer(String name, MessageTypes<M> types, ConsumerParts parts) {
        this.name = name;
        this.types = types;
        this.parts = parts;
        this.suspects = new Suspects(messageId -> parts.inbox().takesWritesFor(name, messageId));
    }

    /** The parts that all consumers of a service share. */
    public record ConsumerParts(CloudEventCodec codec, Inbox inbox, Tracing tracing) {}

    /** Reads the records of a poll. */
    public Poll read(List<ConsumerRecord<String, byte[]>> records) {
        return new Poll(records);
    }

    /** The messages of a poll, as far as they can be read. Made for one thread. */
    public final class Poll {

        private final List<ConsumerRecord<String, byte[]>> records;
        private final PollOutcome outcome = new PollOutcome();
        private final List<Delivery<M>> readable;

        private Poll(List<ConsumerRecord<String, byte[]>> records) {
            this.records = records;
            this.readable = new ArrayList<>(records.size());
            for (ConsumerRecord<String, byte[]> record : records) {
                try {
                    readable.add(new Delivery<>(record, parts.codec().decode(record, types)));
                } catch (RuntimeException e) {
                    outcome.failed(record, e, FailureKind.of(e) == FailureKind.MALFORMED);
                }
            }
        }

        /**
         * Handles the messages, in as few transactions as possible.
         *
         * @param transaction runs one transaction, in which it {@linkplain Batch#admit admits} the batch and handles it; throws if
         *     that has not been committed
         * @throws PartlyHandledException saying which records could not be handled
         */
        public void handle(Consumer<Batch<M>> transaction) {
            tryAll(transaction);
            if (!outcome.areAllHandled(records)) {
                throw new PartlyHandledException(outcome);
            }
        }

        /** Does as {@link #handle}, and returns what became of the records. */
        PollOutcome tryAll(Consumer<Batch<M>> transaction) {
            if (!readable.isEmpty() && (suspects.containAnyOf(records) || !areNew(transaction))) {
                new SeparateTries<M>(some -> traced(batch(some, false), transaction), suspects, outcome).of(readable);
            }
            return outcome;
        }

        private boolean areNew(Consumer<Batch<M>> transaction) {
            Batch<M> batch;
            try {
                batch = traced(batch(readable, true), transaction);
            } catch (RuntimeException e) {
                log.debug("{}: {} messages not as if all were new: {}", name, readable.size(), e.toString());
                return false;
            }
            outcome.handled(batch.records());
            suspects.passed(batch.records());
            return true;
        }

        /**
         * Handles all messages as new ones in the caller's transaction, whose commit shows whether they are.
         *
         * @throws RuntimeException if one cannot be read or handled; the transaction must not be committed
         */
        void handleAsNew(Consumer<Batch<M>> handling) {
            outcome.failures().values().stream().findFirst().ifPresent(unreadable -> {
                throw unreadable.cause();
            });
            var unused = traced(batch(readable, true), handling);
        }

        /** Returns true if a transaction with these and others would fail as it did before. */
        boolean isSuspected() {
            return suspects.containAnyOf(records);
        }

        /** Notes that what {@link #handleAsNew} has handled is committed. */
        void passed() {
            suspects.passed(records);
        }
    }

    private Batch<M> batch(List<Delivery<M>> deliveries, boolean asNew) {
        return new Batch<>(parts.inbox(), name, deliveries, asNew);
    }

    /** Handles the batch with a span for each message, and returns it. */
    private Batch<M> traced(Batch<M> batch, Consumer<Batch<M>> handling) {
        Tracing.Scope scope = parts.tracing()
                .begin(batch.messages().stream().map(this::causeOf).toList());
        try {
            handling.accept(batch);
            batch.requireAdmitted();
            return batch;
        } catch (RuntimeException e) {
            scope.failed(e);
            throw e;
        } finally {
            scope.close();
        }
    }

    private Cause causeOf(IncomingMessage<M> message) {
        return new Cause(name + " " + message.payload().getClass().getSimpleName(), message.key(), message.trace());
    }
}
