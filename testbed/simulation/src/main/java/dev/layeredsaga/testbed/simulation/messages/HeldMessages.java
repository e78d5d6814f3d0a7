package dev.layeredsaga.testbed.simulation.messages;

import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.database.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The messages of one consumer that could not be handled, in a table beside its inbox: those of a key in their order. */
public final class HeldMessages implements Table {

    private final Database database;
    private final boolean forgetful;
    private final Map<String, List<Message>> byKey = new LinkedHashMap<>();
    private final Map<String, Integer> failuresLeft = new HashMap<>();

    /** @param forgetful for a simulation in which a message that cannot be handled is passed over */
    public HeldMessages(Database database, boolean forgetful) {
        this.database = database;
        this.forgetful = forgetful;
        database.contains(byKey);
    }

    private final class Changes implements Writes {

        private final List<Message> held = new ArrayList<>();
        private final List<Message> released = new ArrayList<>();

        @Override
        public void check() {
            // a message that is held twice stays as it is
        }

        @Override
        public void apply() {
            for (Message message : held) {
                byKey.merge(
                        message.key(),
                        List.of(message),
                        (same, more) -> same.contains(message)
                                ? same
                                : Stream.concat(same.stream(), more.stream()).toList());
            }
            for (Message message : released) {
                byKey.computeIfPresent(message.key(), (key, same) -> {
                    List<Message> left = same.stream()
                            .filter(other -> !other.equals(message))
                            .toList();
                    return left.isEmpty() ? null : left;
                });
            }
        }
    }

    private Changes changes() {
        return database.current().on(this, Changes::new);
    }

    /** Holds the message in the current transaction. */
    void hold(Message message) {
        if (!forgetful) {
            changes().held.add(message);
        }
    }

    void release(Message message) {
        changes().released.add(message);
    }

    boolean holdsKeyOf(Message message) {
        return byKey.containsKey(message.key());
    }

    /** Returns the first message of each key. */
    List<Message> heads() {
        return byKey.values().stream().map(List::getFirst).toList();
    }

    /** Returns true the first so many times for a message that cannot be handled. */
    boolean fails(Message message, int firstTimes) {
        int left = failuresLeft.getOrDefault(message.id(), firstTimes);
        failuresLeft.put(message.id(), Math.max(0, left - 1));
        return left > 0;
    }

    public boolean isEmpty() {
        return byKey.isEmpty();
    }

    @Override
    public String toString() {
        return "held messages " + byKey;
    }
}
