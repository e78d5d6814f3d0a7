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
 * Keeps how far each order has been read, in memory, so that it has to read from the beginning whenever it starts. A real
 * consumer keeps that number in its database, written in the same transaction as the effect of the event: then a repetition has
 * no effect, whatever died in between, and reading goes on where the consumer group stands.
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
            // a real consumer would keep it in a dead-letter topic of its own; what is behind it must not wait in
            // either case
            log.warn("passed over a message at offset {}: {}", message.offset(), e.getMessage());
        }
    }

    private void read(OrderEvent event) {
        Story story = stories.computeIfAbsent(event.orderId(), Story::new);
        if (story.knows(event)) {
            return;
        }
        if (story.missingBefore(event) > 0) {
            // waiting would not help, the topic keeps its order: ask the order API, then go on from here
            log.warn("{} has a gap of {} before {}", event.orderId(), story.missingBefore(event), event.sequence());
        }
        story.goOnWith(event).ifPresent(System.out::println);
    }
}
