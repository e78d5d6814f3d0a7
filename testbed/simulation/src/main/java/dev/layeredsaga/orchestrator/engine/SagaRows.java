package dev.layeredsaga.engine;

import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.LockedSaga;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.engine.state.SagaTable;
import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.database.Table;
import dev.layeredsaga.testbed.simulation.database.Table.ConflictException;
import dev.layeredsaga.testbed.simulation.database.Table.Writes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The table of sagas: read and written with their versions, as {@link SagaTable} does. */
final class SagaRows implements Table {

    private final Database database;
    private final boolean versionIgnored;
    private final Map<UUID, Row> rows = new LinkedHashMap<>();
    private final SortedSet<Due> due = new TreeSet<>();

    /** @param versionIgnored for a simulation without optimistic locking of sagas */
    SagaRows(Database database, boolean versionIgnored) {
        this.database = database;
        this.versionIgnored = versionIgnored;
        database.contains(rows);
        database.contains(due);
    }

    /** @param saga as it was written, never changed */
    record Row(Saga saga, long version) {}

    private record Due(Instant at, UUID id) implements Comparable<Due> {

        @Override
        public int compareTo(Due other) {
            int byTime = at.compareTo(other.at);
            return byTime == 0 ? id.compareTo(other.id) : byTime;
        }
    }

    @Nullable Saga find(UUID id) {
        return changes().find(id);
    }

    void add(Saga saga) {
        changes().begun.put(saga.id(), saga);
    }

    /** As it stands, not to be changed. */
    @Nullable Row row(UUID id) {
        return rows.get(id);
    }

    Iterable<Row> rows() {
        return rows.values();
    }

    /** Find-and-lock, in a transaction of its own that begins and ends now. */
    List<LockedSaga> lockDue(Instant now, int limit, Instant until) {
        List<LockedSaga> locked = new ArrayList<>();
        while (locked.size() < limit && !due.isEmpty() && !due.first().at().isAfter(now)) {
            UUID id = due.first().id();
            Row row = Objects.requireNonNull(rows.get(id));
            Saga saga = load(row);
            saga.waitUntil(until, saga.waitsFor());
            write(saga);
            locked.add(new LockedSaga(id, row.version() + 1));
        }
        return locked;
    }

    /** In a transaction of its own that begins and ends now. */
    void mayHaveReached(String step) {
        for (Row row : List.copyOf(rows.values())) {
            Saga saga = load(row);
            if (!saga.status().isFinal() && saga.direction() == Direction.FORWARD && saga.reached() == null) {
                saga.hasReached(step);
                write(saga);
            }
        }
    }

    private Changes changes() {
        return database.current().on(this, Changes::new);
    }

    private void write(Saga saga) {
        Row before = rows.get(saga.id());
        if (before != null && before.saga().dueAt() != null) {
            due.remove(new Due(before.saga().dueAt(), saga.id()));
        }
        rows.put(saga.id(), new Row(saga, before == null ? 0 : before.version() + 1));
        if (saga.dueAt() != null) {
            due.add(new Due(saga.dueAt(), saga.id()));
        }
    }

    private static Saga load(Row row) {
        return row.saga().readAs(row.version());
    }

    private final class Changes implements Writes {

        private final Map<UUID, Saga> read = new LinkedHashMap<>();
        private final Map<UUID, Saga> begun = new LinkedHashMap<>();

        @Nullable Saga find(UUID id) {
            Saga own = begun.get(id);
            if (own != null) {
                return own;
            }
            Row row = rows.get(id);
            return row == null ? read.get(id) : read.computeIfAbsent(id, first -> load(row));
        }

        @Override
        public void check() {
            for (Saga saga : read.values()) {
                boolean current = Objects.requireNonNull(rows.get(saga.id())).version() == saga.version();
                if (saga.hasChanged() && !current && !versionIgnored) {
                    throw new ConflictException("the saga has been changed by somebody else: " + saga.id());
                }
            }
            for (Saga saga : begun.values()) {
                if (rows.containsKey(saga.id())) {
                    throw new ConflictException("there is a saga already: " + saga.id());
                }
            }
        }

        @Override
        public void apply() {
            read.values().stream().filter(Saga::hasChanged).forEach(SagaRows.this::write);
            begun.values().forEach(SagaRows.this::write);
        }
    }
}
