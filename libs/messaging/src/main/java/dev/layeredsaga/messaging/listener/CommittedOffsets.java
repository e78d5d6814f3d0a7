package dev.layeredsaga.messaging.listener;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The offsets that a consumer has committed per partition, so that no commit goes back. A container keeps offsets to commit them later,
 * while its error handler commits those of dead letters at once; without this class the kept offsets would undo that. For the consumer's
 * thread only.
 */
final class CommittedOffsets {

    private final Map<TopicPartition, Long> committed = new HashMap<>();

    /** Returns the offsets that are not behind the committed ones. */
    Map<TopicPartition, OffsetAndMetadata> notBehind(Map<TopicPartition, OffsetAndMetadata> offsets) {
        Map<TopicPartition, OffsetAndMetadata> ahead = new HashMap<>(offsets);
        ahead.entrySet().removeIf(each -> each.getValue().offset() < committed.getOrDefault(each.getKey(), 0L));
        return ahead;
    }

    void add(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.forEach((partition, offset) -> committed.put(partition, offset.offset()));
    }

    /** Forgets partitions that other consumers commit now. */
    void keepOnly(Set<TopicPartition> assigned) {
        committed.keySet().retainAll(assigned);
    }
}
