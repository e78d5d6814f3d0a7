package dev.layeredsaga.testbed.simulation.database;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rows that are replaced and never changed. A transaction sees its own, and fails if another one has replaced what it replaces. */
public final class Rows<K, R> implements Table {

    private final Database database;
    private final boolean guarded;
    private final Map<K, R> rows = new LinkedHashMap<>();

    /** @param guarded false if the last transaction to replace a row wins */
    public Rows(Database database, boolean guarded) {
        this.database = database;
        this.guarded = guarded;
        database.contains(rows);
    }

    /** Returns the rows as they have been committed. */
    public Map<K, R> committed() {
        return Collections.unmodifiableMap(rows);
    }

    /** Returns the rows as the current transaction sees them. */
    public Map<K, R> seen() {
        Map<K, R> seen = new LinkedHashMap<>(rows);
        changes().writeTo(seen);
        return seen;
    }

    /** Returns the row as the current transaction sees it. */
    public @Nullable R get(K key) {
        Map<K, @Nullable R> written = changes().written;
        return written.containsKey(key) ? written.get(key) : rows.get(key);
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
                if (guarded && !Objects.equals(rows.get(key), row)) {
                    throw new ConflictException("changed by another transaction: " + key);
                }
            });
        }

        @Override
        public void apply() {
            writeTo(rows);
        }
    }
}
