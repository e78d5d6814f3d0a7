package dev.layeredsaga.messaging.listener;

import static java.util.stream.Collectors.groupingBy;

import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.IdempotentConsumer.ConsumerParts;
import dev.layeredsaga.messaging.meters.MessageMeters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Listens to several topics as one group, and handles what a poll brings of all of them in one transaction: while little comes of
 * each, that is a transaction instead of one each. What local inputs have waiting by then shares that transaction. If it fails, whatever
 * the reason, each topic's consumer handles its own records as it would alone. Thread-safe.
 */
public final class MultiTopicListener {

    private static final Logger log = LoggerFactory.getLogger(MultiTopicListener.class);

    private final String group;
    private final Map<String, Topic<?>> topics = new LinkedHashMap<>();
    private final List<LocalInput> inputs;
    private final TransactionOperations transaction;

    /** @param group the Kafka consumer group; the inbox has the subscriptions' own names */
    public MultiTopicListener(
            String group,
            List<Subscription<?>> subscriptions,
            List<LocalInput> inputs,
            ConsumerParts parts,
            TransactionOperations transaction) {
        this.group = group;
        this.inputs = inputs;
        this.transaction = transaction;
        subscriptions.forEach(each -> topics.put(each.topic(), new Topic<>(each, parts)));
    }

    /** For Kafka's listener. */
    public String group() {
        return group;
    }

    /** For Kafka's listener. */
    public String[] topics() {
        return topics.keySet().toArray(String[]::new);
    }

    @KafkaListener(topics = "#{__listener.topics()}", groupId = "#{__listener.group()}")
    public void on(List<ConsumerRecord<String, byte[]>> records) {
        List<TopicPoll<?>> polls = new ArrayList<>();
        records.stream()
                .collect(groupingBy(ConsumerRecord::topic, LinkedHashMap::new, Collectors.toList()))
                .forEach((topic, own) -> polls.add(topicOf(topic).read(own)));
        if (isAlone(polls) || !polls.stream().allMatch(TopicPoll::isWhole) || !areHandledTogether(polls)) {
            handleApart(polls);
        }
    }

    private boolean isAlone(List<TopicPoll<?>> polls) {
        return polls.size() == 1 && inputs.stream().allMatch(LocalInput::isEmpty);
    }

    private boolean areHandledTogether(List<TopicPoll<?>> polls) {
        try {
            transaction.executeWithoutResult(status -> handleAsNew(polls));
        } catch (RuntimeException e) {
            log.debug("{}: {} topics not together: {}", group, polls.size(), e.toString());
            return false;
        }
        return true;
    }

    private void handleAsNew(List<TopicPoll<?>> polls) {
        polls.forEach(TopicPoll::handleAsNew);
        inputs.forEach(LocalInput::handle);
    }

    /** Each topic's, whatever becomes of the others'. */
    private static void handleApart(List<TopicPoll<?>> polls) {
        List<RuntimeException> failures = new ArrayList<>();
        for (TopicPoll<?> poll : polls) {
            try {
                poll.handleAlone();
            } catch (RuntimeException e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
    }

    private Topic<?> topicOf(String topic) {
        return Objects.requireNonNull(topics.get(topic), topic);
    }

    /**
     * A topic and the handler of its messages.
     *
     * @param consumer the name by which the inbox remembers what has been handled
     * @param handler called within a transaction, with the messages that this consumer has not handled before, in the order of their
     *     arrival. A refusal is a reply, not an exception: whatever is thrown rolls back the whole batch
     */
    public record Subscription<M>(String topic, String consumer, MessageTypes<M> types, Consumer<List<M>> handler) {}

    /**
     * Input that reaches a service otherwise than by Kafka, such as an answer of an HTTP client, and shares the transaction of a poll
     * if one comes in time. Thread-safe.
     */
    public interface LocalInput {

        /** Returns true if nothing is waiting. */
        boolean isEmpty();

        /** Handles what is waiting, in the caller's transaction. If that is not committed, the input sees to it without a poll. */
        void handle();
    }

    private final class Topic<M> {

        private final IdempotentConsumer<M> consumer;
        private final Subscription<M> subscription;
        private final MessageMeters meters;

        Topic(Subscription<M> subscription, ConsumerParts parts) {
            this.consumer = new IdempotentConsumer<>(
                    group, subscription.consumer(), subscription.types(), parts, this::handleInTransaction);
            this.subscription = subscription;
            this.meters = parts.meters();
            meters.arrived(subscription.topic());
        }

        TopicPoll<M> read(List<ConsumerRecord<String, byte[]>> records) {
            meters.arrived(subscription.topic());
            return new TopicPoll<>(this, consumer.read(records));
        }

        void handle(Batch<M> batch) {
            List<IncomingMessage<M>> fresh = batch.admit();
            if (!fresh.isEmpty()) {
                subscription
                        .handler()
                        .accept(fresh.stream().map(IncomingMessage::payload).toList());
            }
        }

        void handleInTransaction(Batch<M> batch) {
            transaction.executeWithoutResult(status -> handle(batch));
        }
    }

    /** The records of a poll that are of one topic. */
    private record TopicPoll<M>(MultiTopicListener.Topic<M> topic, IdempotentConsumer<M>.Poll poll) {

        boolean isWhole() {
            return poll.isWhole();
        }

        void handleAsNew() {
            poll.handleAsNew(topic::handle);
        }

        void handleAlone() {
            poll.handleOrHold();
        }
    }
}
