package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.outbox.OutboxTable.RowId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The messages of one transaction that are sent together: a row of the table.
 *
 * @param records addressed and encoded, in the order in which they were published
 * @param blocked the targets that have stuck messages before this batch's
 */
record OutboxBatch(RowId id, List<ProducerRecord<String, byte[]>> records, Set<String> keys, Set<Target> blocked) {

    OutboxBatch {
        records = List.copyOf(records);
        keys = Set.copyOf(keys);
        blocked = Set.copyOf(blocked);
    }

    static OutboxBatch of(RowId id, List<ProducerRecord<String, byte[]>> records) {
        return new OutboxBatch(id, records, keysOf(records), Set.of());
    }

    static Set<String> keysOf(List<ProducerRecord<String, byte[]>> records) {
        return records.stream().map(ProducerRecord::key).collect(Collectors.toUnmodifiableSet());
    }

    /** @param stuck the targets that have stuck messages, and the first batch that each has one of */
    OutboxBatch blockedFor(Map<Target, Long> stuck) {
        Set<Target> before = stuck.entrySet().stream()
                .filter(first -> first.getValue() < id.number())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
        return new OutboxBatch(id, records, keys, before);
    }

    int size() {
        return records.size();
    }
}
