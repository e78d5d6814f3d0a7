package dev.layeredsaga.testbed.simulation.database;

import dev.layeredsaga.testbed.simulation.database.Table.ConflictException;
import dev.layeredsaga.testbed.simulation.database.Table.Writes;
import dev.layeredsaga.testbed.simulation.database.Transaction.OutboxRow;
import dev.layeredsaga.testbed.simulation.world.SimulatedProcess;
import dev.layeredsaga.testbed.simulation.world.World;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A simulated PostgreSQL: transactions read when they begin and write when they commit, all or nothing, after every row's version has
 * been compared; an inbox and an outbox; a clock of its own.
 */
public final class Database {

    private static final long EPOCH = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

    private final String name;
    private final World world;
    private final Set<String> inbox = new HashSet<>();
    private final Map<Long, OutboxRow> outbox = new LinkedHashMap<>();
    private final Map<String, TreeSet<Long>> unsentByKey = new HashMap<>();
    private final List<Consumer<Transaction>> observers = new ArrayList<>();
    private final List<Supplier<Runnable>> parts = new ArrayList<>();
    private boolean inboxIgnored;
    private long rows;
    private long clockOffset;
    private boolean down;
    private @Nullable Transaction current;
    private @Nullable Transaction committing;

    public Database(String name, World world) {
        this.name = name;
        this.world = world;
        contains(inbox);
        contains(outbox);
        whenRestored(() -> {
            unsentByKey.clear();
            outbox.values().forEach(this::index);
        });
    }

    /** Has these rows, which are replaced and never changed, go back with the database. */
    public <K, V> void contains(Map<K, V> table) {
        parts.add(() -> {
            Map<K, V> then = new LinkedHashMap<>(table);
            return () -> {
                table.clear();
                table.putAll(then);
            };
        });
    }

    /** Has this go back with the database. */
    public <E> void contains(Collection<E> table) {
        parts.add(() -> {
            List<E> then = new ArrayList<>(table);
            return () -> {
                table.clear();
                table.addAll(then);
            };
        });
    }

    /** Asked at every backup for what is to be done when the database has gone back to it. */
    public void atBackup(Supplier<Runnable> work) {
        parts.add(work);
    }

    /** Done whenever the database has gone back: with what was contained in it before this was called. */
    public void whenRestored(Runnable work) {
        parts.add(() -> work);
    }

    /** Returns what sets the database back to what it contains now. */
    public Runnable backup() {
        List<Runnable> backup = parts.stream().map(Supplier::get).toList();
        long takenAt = world.time().now();
        return () -> {
            world.trace().line(name, () -> "IS RESTORED as of " + takenAt + " ms");
            backup.forEach(Runnable::run);
        };
    }

    /** The database's own time. */
    public Instant now() {
        return Instant.ofEpochMilli(EPOCH + world.time().now() + clockOffset);
    }

    public void jump(long millis) {
        clockOffset += millis;
        world.trace().line(name, () -> "CLOCK JUMPS by " + millis + " ms");
    }

    public void down(boolean isDown) {
        down = isDown;
        world.trace().line(name, () -> isDown ? "DOWN" : "up again");
    }

    public boolean isDown() {
        return down;
    }

    /** Adds an observer of every transaction that has committed. */
    public void observe(Consumer<Transaction> observer) {
        observers.add(observer);
    }

    /** For a simulation without inboxes. */
    public void ignoreInbox() {
        inboxIgnored = true;
    }

    /** Runs the work, which reads; what it writes waits for the commit. */
    public Transaction begin(SimulatedProcess process, Runnable work) {
        Transaction begun = new Transaction(process, now());
        Transaction outer = current;
        current = begun;
        try {
            work.run();
        } finally {
            current = outer;
        }
        return begun;
    }

    /** The transaction whose work is running. */
    public Transaction current() {
        return Objects.requireNonNull(current, "no transaction");
    }

    /** The transaction whose writes are being applied, or were last. */
    public Transaction committing() {
        return Objects.requireNonNull(committing, "no transaction");
    }

    /** Takes note that the current transaction handles these, whether or not that has been done before. */
    public void admitAsNew(String consumer, List<String> messageIds) {
        messageIds.forEach(id -> current().admit(consumer + " " + id));
    }

    public boolean hasHandled(String consumer, String messageId) {
        return !inboxIgnored && inbox.contains(consumer + " " + messageId);
    }

    /** @throws ConflictException if another transaction was faster; then nothing has changed */
    public void commit(Transaction transaction) {
        checkInbox(transaction);
        transaction.writes().forEach(Writes::check);
        committing = transaction;
        transaction.writes().forEach(Writes::apply);
        inbox.addAll(transaction.handled());
        if (!transaction.messages().isEmpty()) {
            OutboxRow row = store(transaction);
            transaction.stored(row);
        }
        observers.forEach(observer -> observer.accept(transaction));
    }

    private void checkInbox(Transaction transaction) {
        Set<String> own = new HashSet<>();
        for (String id : transaction.handled()) {
            if (!inboxIgnored && (inbox.contains(id) || !own.add(id))) {
                throw new ConflictException("handled before: " + id);
            }
        }
    }

    private OutboxRow store(Transaction transaction) {
        SimulatedProcess process = transaction.process();
        OutboxRow row = new OutboxRow(
                ++rows,
                List.copyOf(transaction.messages()),
                OutboxRow.keysOf(transaction.messages()),
                process + "/" + process.life(),
                world.time().now());
        outbox.put(row.id(), row);
        index(row);
        return row;
    }

    private void index(OutboxRow row) {
        row.keys()
                .forEach(key -> unsentByKey
                        .computeIfAbsent(key, first -> new TreeSet<>())
                        .add(row.id()));
    }

    /** The row has been sent. */
    public void delete(OutboxRow row) {
        if (outbox.remove(row.id()) != null) {
            row.keys()
                    .forEach(key -> unsentByKey.computeIfPresent(key, (same, ids) -> {
                        ids.remove(row.id());
                        return ids.isEmpty() ? null : ids;
                    }));
        }
    }

    /** Returns true if an earlier row with one of the row's keys has not been sent, of any process or of the row's own. */
    public boolean hasUnsentBefore(OutboxRow row, boolean ofAnyProcess) {
        return row.keys().stream()
                .map(unsentByKey::get)
                .filter(Objects::nonNull)
                .flatMap(ids -> ids.headSet(row.id()).stream())
                .map(outbox::get)
                .anyMatch(earlier -> ofAnyProcess || earlier.writer().equals(row.writer()));
    }

    /** Returns the rows that this database regards as unsent, oldest first. Not to be changed. */
    public Map<Long, OutboxRow> outbox() {
        return outbox;
    }

    @Override
    public String toString() {
        return name;
    }
}
