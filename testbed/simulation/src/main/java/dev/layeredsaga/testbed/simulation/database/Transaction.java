package dev.layeredsaga.testbed.simulation.database;

import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.testbed.simulation.database.Table.Writes;
import dev.layeredsaga.testbed.simulation.world.SimulatedProcess;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An atomic transaction of one process: it reads at one time and writes later. */
public final class Transaction {

    private final SimulatedProcess process;
    private final Instant begunAt;
    private final Map<Table, Writes> writes = new LinkedHashMap<>();
    private final List<OutgoingMessage> messages = new ArrayList<>();
    private final List<String> handled = new ArrayList<>();
    private @Nullable OutboxRow outboxRow;

    Transaction(SimulatedProcess process, Instant begunAt) {
        this.process = process;
        this.begunAt = begunAt;
    }

    /** Returns the writes to the table, created on first use. */
    @SuppressWarnings("unchecked") // a table writes in one way
    public <W extends Writes> W on(Table table, Supplier<W> first) {
        return (W) writes.computeIfAbsent(table, absent -> first.get());
    }

    public void publish(OutgoingMessage message) {
        messages.add(message);
    }

    /** Notes in the inbox that the message has been handled. */
    void admit(String inboxId) {
        handled.add(inboxId);
    }

    /** Returns its read time, by the database's clock. */
    public Instant begunAt() {
        return begunAt;
    }

    public SimulatedProcess process() {
        return process;
    }

    Collection<Writes> writes() {
        return writes.values();
    }

    public List<OutgoingMessage> messages() {
        return messages;
    }

    public List<String> handled() {
        return handled;
    }

    void stored(OutboxRow row) {
        outboxRow = row;
    }

    /** Returns the outbox row; null if there is none, or before the commit. */
    public @Nullable OutboxRow outboxRow() {
        return outboxRow;
    }

    /**
     * All that one transaction publishes.
     *
     * @param writer which process has written it, in which of its lives
     */
    public record OutboxRow(long id, List<OutgoingMessage> messages, Set<String> keys, String writer, long storedAt) {

        static Set<String> keysOf(List<OutgoingMessage> messages) {
            return messages.stream().map(OutgoingMessage::key).collect(Collectors.toUnmodifiableSet());
        }

        /** Returns the message's inbox id, the same for every delivery. */
        public String idOf(int message) {
            return id + "." + message;
        }
    }
}
