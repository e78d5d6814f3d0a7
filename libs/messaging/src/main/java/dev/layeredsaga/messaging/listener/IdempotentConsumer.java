package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.failure.FailureKind;
import dev.layeredsaga.messaging.failure.NotHereException;
import dev.layeredsaga.messaging.held.HeldMessages;
import dev.layeredsaga.messaging.held.HeldMessages.ToHold;
import dev.layeredsaga.messaging.held.HeldRetries;
import dev.layeredsaga.messaging.inbox.Inbox;
import dev.layeredsaga.messaging.listener.Batch.Delivery;
import dev.layeredsaga.messaging.meters.MessageMeters;
import dev.layeredsaga.messaging.trace.Cause;
import dev.layeredsaga.messaging.trace.Tracing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.support.KafkaUtils;

/**
 * Handles a poll of records in one transaction, each message once and in a span of its own.
 *
 * <p>First as if all of them were new, which turns out at the commit: a handler may see a message a second time, but nothing of what
 * it writes then stays. If that fails, those that have been handled before are taken out first, unless the reason is a row that another
 * transaction keeps. If that fails, too, every message gets a transaction of its own. What fails even so is held for its key
 * ({@link HeldMessages}) and tried again later, and the poll is done; so is, before all this, what a handler leaves to an instance of
 * another release ({@link NotHereException}). Only if it cannot even be held, which needs the database, is the poll to be delivered
 * again. Thread-safe as far as its handler is.
 */
public final class IdempotentConsumer<M> {

    private static final Logger log = LoggerFactory.getLogger(IdempotentConsumer.class);

    /** With a database that makes every message wait, one poll must not take the time within which a consumer has to poll. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final String name;
    private final MessageTypes<M> types;
    private final ConsumerParts parts;
    private final Consumer<Batch<M>> transaction;

    /**
     * @param group its Kafka consumer group
     * @param name its name in the inbox; by custom that of the group
     * @param transaction runs one transaction, in which it {@linkplain Batch#admit admits} the batch and handles it; throws if that has
     *     not been committed
     */
    public IdempotentConsumer(
            String group, String name, MessageTypes<M> types, ConsumerParts parts, Consumer<Batch<M>> transaction) {
        this.name = name;
        this.types = types;
        this.parts = parts;
        this.transaction = transaction;
        parts.retries().register(name, group, this::handleHeld);
    }

    /** The parts that all consumers of a service share. */
    public record ConsumerParts(
            CloudEventCodec codec,
            Inbox inbox,
            HeldMessages held,
            HeldRetries retries,
            Tracing tracing,
            MessageMeters meters) {}

    /**
     * Handles or holds the records of a poll, in as few transactions as possible.
     *
     * @throws RuntimeException if not all of them are handled or held; those that are, are committed
     */
    public void handle(List<ConsumerRecord<String, byte[]>> records) {
        read(records).handleOrHold();
    }

    /** Reads the records of a poll. */
    Poll read(List<ConsumerRecord<String, byte[]>> records) {
        return new Poll(records);
    }

    private void handleHeld(ConsumerRecord<String, byte[]> record) {
        traced(batch(List.of(delivery(record)), false), transaction);
    }

    private Delivery<M> delivery(ConsumerRecord<String, byte[]> record) {
        return new Delivery<>(record, parts.codec().decode(record, types));
    }

    /** The messages of a poll, and those of its records that cannot be handled now. Made for one thread. */
    final class Poll {

        private final List<Delivery<M>> messages;
        private final List<Failed> heldBack = new ArrayList<>();

        private Poll(List<ConsumerRecord<String, byte[]>> records) {
            this.messages = new ArrayList<>(records.size());
            Set<String> heldKeys = new HashSet<>(heldAmong(records));
            for (ConsumerRecord<String, byte[]> record : records) {
                if (isAmong(heldKeys, record)) {
                    heldBack.add(new Failed(record, null));
                } else if (!isReadable(record) && record.key() != null) {
                    heldKeys.add(record.key());
                }
            }
        }

        private boolean isReadable(ConsumerRecord<String, byte[]> record) {
            try {
                return messages.add(delivery(record));
            } catch (RuntimeException e) {
                heldBack.add(new Failed(record, e));
                return false;
            }
        }

        /**
         * Handles or holds the messages.
         *
         * @throws RuntimeException if not all of them are handled or held; those that are, are committed
         */
        void handleOrHold() {
            if (!areHandledTogether()) {
                tryEach();
            }
            if (!heldBack.isEmpty()) {
                hold(heldBack);
            }
        }

        private void tryEach() {
            long begin = System.nanoTime();
            Set<String> failedKeys = new HashSet<>();
            for (Delivery<M> each : messages) {
                ConsumerRecord<String, byte[]> record = each.record();
                if (System.nanoTime() - begin > LONGEST.toNanos()) {
                    throw new IllegalStateException("the messages of a poll took more than " + LONGEST);
                }
                if (isAmong(failedKeys, record)) {
                    hold(List.of(new Failed(record, null)));
                } else if (!isHandledAlone(each) && record.key() != null) {
                    failedKeys.add(record.key());
                }
            }
        }

        /** Holds the message if it cannot be handled, and returns false then. */
        private boolean isHandledAlone(Delivery<M> delivery) {
            try {
                traced(batch(List.of(delivery), false), transaction);
                return true;
            } catch (RuntimeException e) {
                hold(List.of(new Failed(delivery.record(), e)));
                return false;
            }
        }

        private boolean areHandledTogether() {
            Optional<RuntimeException> failure = failureOf(true);
            if (failure.orElse(null) instanceof NotHereException elsewhere) {
                holdThoseOf(elsewhere);
                failure = failureOf(true);
            }
            return failure.isEmpty()
                    || (!FailureKind.isLockTimeout(failure.get())
                            && failureOf(false).isEmpty());
        }

        private void holdThoseOf(NotHereException elsewhere) {
            Predicate<Delivery<M>> theirs = each -> isAmong(elsewhere.keys(), each.record());
            hold(messages.stream()
                    .filter(theirs)
                    .map(each -> new Failed(each.record(), elsewhere))
                    .toList());
            messages.removeIf(theirs);
        }

        private Optional<RuntimeException> failureOf(boolean asNew) {
            if (messages.isEmpty()) {
                return Optional.empty();
            }
            try {
                traced(batch(messages, asNew), transaction);
                return Optional.empty();
            } catch (RuntimeException e) {
                log.debug("{}: {} messages not together: {}", name, messages.size(), e.toString());
                return Optional.of(e);
            }
        }

        private void hold(List<Failed> some) {
            parts.held().hold(name, some.stream().map(Failed::toHold).toList());
            some.forEach(IdempotentConsumer.this::report);
        }

        /**
         * Handles all messages as new ones in the caller's transaction, whose commit shows whether they are. Nothing may be held back.
         *
         * @throws RuntimeException if one cannot be handled; the transaction must not be committed
         */
        void handleAsNew(Consumer<Batch<M>> handling) {
            traced(batch(messages, true), handling);
        }

        /** Returns true if all of the records are messages that can be tried together with those of others. */
        boolean isWhole() {
            return heldBack.isEmpty();
        }
    }

    private Set<String> heldAmong(List<ConsumerRecord<String, byte[]>> records) {
        return parts.held()
                .heldAmong(
                        name,
                        records.stream()
                                .map(ConsumerRecord::key)
                                .filter(Objects::nonNull)
                                .toList());
    }

    /** Messages without a key have no order among each other. */
    private static boolean isAmong(Set<String> keys, ConsumerRecord<String, byte[]> record) {
        return record.key() != null && keys.contains(record.key());
    }

    /**
     * A record that cannot be handled now.
     *
     * @param cause null if the record is behind another one of its key
     */
    private record Failed(
            ConsumerRecord<String, byte[]> record, @Nullable RuntimeException cause) {

        ToHold toHold() {
            return new ToHold(record, reason(), cause == null ? 0 : 1);
        }

        String reason() {
            return cause == null ? "behind another message of its key" : FailureKind.summaryOf(cause);
        }
    }

    private void report(Failed failed) {
        ConsumerRecord<String, byte[]> record = failed.record();
        RuntimeException cause = failed.cause();
        if (cause == null) {
            return;
        }
        parts.meters().failed(record.topic());
        // a bug is found by its stack trace; of all else one line says enough
        Throwable shown = FailureKind.of(cause) == FailureKind.UNKNOWN ? cause : null;
        parts.tracing()
                .in(
                        String.valueOf(record.key()),
                        CloudEventCodec.traceOf(record),
                        () -> log.warn(
                                "{} is held and tried again later: {}",
                                KafkaUtils.format(record),
                                failed.reason(),
                                shown));
    }

    private Batch<M> batch(List<Delivery<M>> deliveries, boolean asNew) {
        return new Batch<>(parts.inbox(), name, deliveries, asNew);
    }

    /** Handles the batch with a span for each message. */
    private void traced(Batch<M> batch, Consumer<Batch<M>> handling) {
        parts.tracing().handle(batch.messages().stream().map(this::causeOf).toList(), () -> {
            handling.accept(batch);
            batch.requireAdmitted();
        });
    }

    private Cause causeOf(IncomingMessage<M> message) {
        return new Cause(name + " " + message.payload().getClass().getSimpleName(), message.key(), message.trace());
    }
}
