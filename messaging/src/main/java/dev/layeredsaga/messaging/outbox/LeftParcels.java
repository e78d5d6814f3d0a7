package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.outbox.OutboxTable.Other;
import dev.layeredsaga.messaging.outbox.OutboxTable.Question;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The parcels that this process has left to the sweep, so that nothing of their keys overtakes them. Who sweeps them up may be
 * another instance; therefore every insertion asks whether they are still there. There are none but when the broker, or a
 * transaction's connection, has been lost. Not thread-safe.
 */
final class LeftParcels {

    private final int most;
    private final Map<Long, Left> byId = new LinkedHashMap<>();
    private long added;
    private long droppedUpTo;

    /** @param most how many are known one by one; of earlier ones only that there are some */
    LeftParcels(int most) {
        this.most = most;
    }

    private record Left(long number, Set<String> keys) {}

    void add(long id, Set<String> keys) {
        added++;
        byId.put(id, new Left(added, keys));
        if (byId.size() > most) {
            Iterator<Left> oldest = byId.values().iterator();
            droppedUpTo = Math.max(droppedUpTo, oldest.next().number());
            oldest.remove();
        }
    }

    void remove(long id) {
        byId.remove(id);
    }

    /** What has to be asked to know what is still there. */
    Question question() {
        return new Question(droppedUpTo > 0, List.copyOf(byId.keySet()), added);
    }

    /**
     * The whole answer to a question.
     *
     * @param unsent what is there and nobody here is sending
     */
    void learn(Question asked, Collection<Other> unsent) {
        Map<Long, Set<String>> there = new HashMap<>();
        unsent.forEach(other -> there.put(other.id(), other.keys()));
        byId.entrySet().removeIf(left -> left.getValue().number() <= asked.asOf() && !there.containsKey(left.getKey()));
        if (asked.all() && droppedUpTo <= asked.asOf()) {
            droppedUpTo = 0;
            there.keySet().removeAll(byId.keySet());
            there.forEach(this::add);
        }
    }

    /** Whether something of these keys is, or may be, among them. */
    boolean mayHold(Set<String> keys) {
        return droppedUpTo > 0 || byId.values().stream().anyMatch(left -> !Collections.disjoint(left.keys(), keys));
    }
}
