package dev.layeredsaga.testbed.simulation.database;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows that are replaced and never changed. A transaction sees its own, and fails if another one has replaced what it replaces. */
public final class Rows<K, R> implements Table {

    private final Database database;
    private final Map<K, R> rows = new LinkedHashMap<>();

    public Rows(Database database) {
        this.database = database;
        database.contains(rows);
    }

    /** Returns the rows as they have been committed. */
    public Collection<R> committed() {
        return rows.values();
    }

    /** Returns the rows as the current transaction sees them. */
    public Map<K, R> seen() {
        Map<K, R> seen = new LinkedHashMap<>(rows);
        changes().writeTo(seen);
        return seen;
    }

    /** @param row null to remove what there is */
    public void put(K key, @Nullable R row) {
        changes().put(key, row);
    }

    private Changes changes() {
        return database.current().on(this, Changes::new);
    }

    private final class Changes implements Writes {

        private final Map<K, @Nullable R> replaced = new LinkedHashMap<>();
        private final Map<K, @Nullable R> written = new LinkedHashMap<>();

        void put(K key, @Nullable R row) {
            replaced.putIfAbsent(key, rows.get(key));
            written.put(key, row);
        }

        void writeTo(Map<K, R> table) {
            written.forEach((key, row) -> table.compute(key, (same, before) -> row));
        }

        @Override
        public void check() {
            replaced.forEach((key, row) -> {
                if (rows.get(key) != row) {
                    throw new ConflictException("changed by somebody else: " + key);
                }
            });
        }

        @Override
        public void apply() {
            writeTo(rows);
        }
    }
}
