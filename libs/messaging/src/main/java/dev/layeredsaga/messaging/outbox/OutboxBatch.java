package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.outbox.OutboxTable.RowId;
import java.util.List;
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

    OutboxBatch blockedFor(Set<Target> targets) {
        return new OutboxBatch(id, records, keys, targets);
    }

    int size() {
        return records.size();
    }
}
