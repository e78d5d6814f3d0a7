package dev.layeredsaga.messaging.listener;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * How far a consumer has committed each of its partitions, so that it commits nothing that is behind. A container puts offsets aside to
 * commit them later, and its error handler commits at once what is a dead letter now; without this, what was put aside before would
 * undo that. Made for the consumer's thread.
 */
final class CommittedOffsets {

    private final Map<TopicPartition, Long> committed = new HashMap<>();

    /** Those that are not behind what has been committed. */
    Map<TopicPartition, OffsetAndMetadata> notBehind(Map<TopicPartition, OffsetAndMetadata> offsets) {
        Map<TopicPartition, OffsetAndMetadata> ahead = new HashMap<>(offsets);
        ahead.entrySet().removeIf(each -> each.getValue().offset() < committed.getOrDefault(each.getKey(), 0L));
        return ahead;
    }

    void add(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.forEach((partition, offset) -> committed.put(partition, offset.offset()));
    }

    /** What others take care of now, they commit. */
    void keepOnly(Set<TopicPartition> assigned) {
        committed.keySet().retainAll(assigned);
    }
}
