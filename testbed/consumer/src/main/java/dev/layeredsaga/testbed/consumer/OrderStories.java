package dev.layeredsaga.testbed.consumer;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.listener.ConsumerSeekAware;
import org.springframework.stereotype.Component;

/**
 * Keeps the last sequence read of each order in memory, and therefore reads from the beginning after each start. A real consumer
 * stores that number in its database, in the transaction of the event's effect: then a repeated event has no effect after any
 * crash, and reading continues at the consumer group's offset.
 */
@Component
class OrderStories implements ConsumerSeekAware {

    private static final Logger log = LoggerFactory.getLogger(OrderStories.class);

    private final Map<String, Story> stories = new HashMap<>();

    @Override
    public void onPartitionsAssigned(Map<TopicPartition, Long> assigned, ConsumerSeekCallback consumer) {
        consumer.seekToBeginning(assigned.keySet());
    }

    @KafkaListener(topics = "saga.events")
    void read(ConsumerRecord<String, String> message) {
        try {
            read(OrderEvent.of(message));
        } catch (MalformedEventException e) {
            // a real consumer would publish it to a dead-letter topic; it must never block the messages behind it
            log.warn("passed over a message at offset {}: {}", message.offset(), e.getMessage());
        }
    }

    private void read(OrderEvent event) {
        Story story = stories.computeIfAbsent(event.orderId(), Story::new);
        if (story.knows(event)) {
            return;
        }
        if (story.missingBefore(event) > 0) {
            // waiting does not help, as the topic is ordered: read the order API, then continue from here
            log.warn("{} has a gap of {} before {}", event.orderId(), story.missingBefore(event), event.sequence());
        }
        story.goOnWith(event).ifPresent(System.out::println);
    }
}
