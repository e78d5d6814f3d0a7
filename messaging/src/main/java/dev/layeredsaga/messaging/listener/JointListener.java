package dev.layeredsaga.messaging.listener;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.listener.BatchListenerFailedException;
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
        if (byTopic.size() == 1 || !areHandledTogether(byTopic)) {
            handleApart(byTopic, records);
        }
    }

    private boolean areHandledTogether(Map<String, List<ConsumerRecord<String, byte[]>>> byTopic) {
        try {
            transaction.executeWithoutResult(status ->
                    byTopic.forEach((topic, records) -> consumerOf(topic).acceptAsNew(records)));
            return true;
        } catch (RuntimeException e) {
            log.debug("{}: not {} together: {}", group, byTopic.keySet(), e.toString());
            return false;
        }
    }

    /** All of them, whatever becomes of the others: what is in the poll before the record that is named must have been handled. */
    private void handleApart(
            Map<String, List<ConsumerRecord<String, byte[]>>> byTopic, List<ConsumerRecord<String, byte[]>> records) {
        Stream<BatchListenerFailedException> failures = byTopic.entrySet().stream()
                .flatMap(one -> failureOf(consumerOf(one.getKey()), one.getValue()).stream());
        failures.min(Comparator.comparingInt(failure -> records.indexOf(failure.getRecord())))
                .ifPresent(first -> {
                    throw first;
                });
    }

    private static Optional<BatchListenerFailedException> failureOf(
            MessageConsumer<?> consumer, List<ConsumerRecord<String, byte[]>> records) {
        try {
            consumer.accept(records);
            return Optional.empty();
        } catch (BatchListenerFailedException e) {
            return Optional.of(e);
        }
    }

    private MessageConsumer<?> consumerOf(String topic) {
        return Objects.requireNonNull(consumers.get(topic), topic);
    }
}
