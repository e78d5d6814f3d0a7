package dev.layeredsaga.messaging.outbox;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What one transaction publishes: a row of the table, numbered.
 *
 * @param records addressed and encoded, in the order in which they were published
 * @param keys the records' keys
 * @param isLeftover whether it was found in the table and not known from its transaction
 * @param blocked the targets that have stuck messages before this parcel's
 */
record Parcel(
        long id,
        List<ProducerRecord<String, byte[]>> records,
        Set<String> keys,
        boolean isLeftover,
        Set<Target> blocked) {

    Parcel {
        records = List.copyOf(records);
        keys = Set.copyOf(keys);
        blocked = Set.copyOf(blocked);
    }

    Parcel(long id, List<ProducerRecord<String, byte[]>> records, Set<String> keys) {
        this(id, records, keys, false);
    }

    Parcel(long id, List<ProducerRecord<String, byte[]>> records, Set<String> keys, boolean isLeftover) {
        this(id, records, keys, isLeftover, Set.of());
    }

    static Parcel leftover(long id, List<ProducerRecord<String, byte[]>> records) {
        return new Parcel(id, records, keysOf(records), true);
    }

    static Set<String> keysOf(List<ProducerRecord<String, byte[]>> records) {
        return records.stream().map(ProducerRecord::key).collect(Collectors.toUnmodifiableSet());
    }

    Parcel withBlocked(Set<Target> targets) {
        return targets.isEmpty() ? this : new Parcel(id, records, keys, isLeftover, targets);
    }

    boolean sharesKeyWith(Set<String> others) {
        return !Collections.disjoint(keys, others);
    }

    int size() {
        return records.size();
    }
}
