package dev.layeredsaga.messaging.listener;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Listens to several topics as one group, and handles what a poll brings of all of them in one transaction: while little comes of
 * each, that is a transaction instead of one each. If that fails, whatever the reason, each topic's consumer handles its own records
 * as it would alone. Thread-safe.
 */
public final class JointListener {

    private static final Logger log = LoggerFactory.getLogger(JointListener.class);

    private final String group;
    private final Map<String, MessageConsumer<?>> consumers;
    private final TransactionOperations transaction;

    /** @param group the Kafka consumer group; what has been handled is remembered by the consumers' own names */
    JointListener(String group, List<Subscription> subscriptions, TransactionOperations transaction) {
        this.group = group;
        this.consumers = subscriptions.stream().collect(toMap(Subscription::topic, Subscription::consumer));
        this.transaction = transaction;
    }

    /** For Kafka's listener. */
    public String group() {
        return group;
    }

    /** For Kafka's listener. */
    public String[] topics() {
        return consumers.keySet().toArray(String[]::new);
    }

    @KafkaListener(topics = "#{__listener.topics()}", groupId = "#{__listener.group()}")
    public void on(List<ConsumerRecord<String, byte[]>> records) {
        Map<String, List<ConsumerRecord<String, byte[]>>> byTopic =
                records.stream().collect(groupingBy(ConsumerRecord::topic, LinkedHashMap::new, Collectors.toList()));
        if (byTopic.size() == 1 || isAnySuspected(byTopic) || !areHandledTogether(byTopic)) {
            handleApart(byTopic, records);
        }
    }

    private boolean isAnySuspected(Map<String, List<ConsumerRecord<String, byte[]>>> byTopic) {
        return byTopic.entrySet().stream()
                .anyMatch(one -> consumerOf(one.getKey()).suspectsAnyOf(one.getValue()));
    }

    private boolean areHandledTogether(Map<String, List<ConsumerRecord<String, byte[]>>> byTopic) {
        try {
            transaction.executeWithoutResult(status ->
                    byTopic.forEach((topic, records) -> consumerOf(topic).acceptAsNew(records)));
        } catch (RuntimeException e) {
            log.debug("{}: not {} together: {}", group, byTopic.keySet(), e.toString());
            return false;
        }
        byTopic.forEach((topic, records) -> consumerOf(topic).passed(records));
        return true;
    }

    /** Each topic's, whatever becomes of the others'. */
    private void handleApart(
            Map<String, List<ConsumerRecord<String, byte[]>>> byTopic, List<ConsumerRecord<String, byte[]>> all) {
        PollOutcome outcome = new PollOutcome();
        byTopic.forEach((topic, records) -> outcome.add(outcomeOf(consumerOf(topic), records)));
        if (!outcome.areAllHandled(all)) {
            throw new PartlyHandledException(outcome);
        }
    }

    private static PollOutcome outcomeOf(MessageConsumer<?> consumer, List<ConsumerRecord<String, byte[]>> records) {
        try {
            consumer.accept(records);
        } catch (PartlyHandledException e) {
            return e.outcome();
        }
        PollOutcome outcome = new PollOutcome();
        outcome.handled(records);
        return outcome;
    }

    private MessageConsumer<?> consumerOf(String topic) {
        return Objects.requireNonNull(consumers.get(topic), topic);
    }
}
