package dev.layeredsaga.testbed.simulation.database;

import dev.layeredsaga.testbed.simulation.database.Table.ConflictException;
import dev.layeredsaga.testbed.simulation.database.Table.Writes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Entities as Hibernate keeps them: read as copies, written when they have changed, if their {@code @Version}, where they have one,
 * is still what it was.
 */
public final class EntityTable<K, E> implements Table {

    private final Database database;
    private final Fields<E> fields;
    private final Function<E, K> key;
    private final Map<K, E> rows = new LinkedHashMap<>();
    private final List<BiConsumer<@Nullable E, E>> observers = new ArrayList<>();
    private Uniqueness<K, E> uniqueness = (all, inserted, changing) -> {};

    public EntityTable(Database database, Class<E> type, Function<E, K> key) {
        this.database = database;
        this.fields = new Fields<>(type);
        this.key = key;
        database.contains(rows);
    }

    /** A unique index. */
    public interface Uniqueness<K, E> {

        /** @throws ConflictException if there is a row already that the new one must not stand beside */
        void check(Map<K, E> rows, E inserted, Map<K, E> changing);
    }

    public void unique(Uniqueness<K, E> index) {
        uniqueness = index;
    }

    /** Adds an observer of each row that has been written, as it was (null if it is new) and as it is. Neither may be changed. */
    public void observe(BiConsumer<@Nullable E, E> observer) {
        observers.add(observer);
    }

    /** As they are, not to be changed. */
    public Collection<E> rows() {
        return rows.values();
    }

    /** As it is, not to be changed. */
    public @Nullable E row(K id) {
        return rows.get(id);
    }

    /** Returns a column that the entity itself does not show. */
    public @Nullable Object value(E entity, String column) {
        return fields.value(entity, column);
    }

    /** The current transaction's own copy. */
    public @Nullable E find(K id) {
        return changes().find(id);
    }

    public void add(E entity) {
        changes().inserted.put(key.apply(entity), entity);
    }

    /** @throws ConflictException if what has been changed so far is outdated */
    public void flush() {
        changes().check();
    }

    private Changes changes() {
        return database.current().on(this, Changes::new);
    }

    private record Read<E>(E original, E copy) {}

    private final class Changes implements Writes {

        private final Map<K, Read<E>> read = new LinkedHashMap<>();
        private final Map<K, E> inserted = new LinkedHashMap<>();
        /** As of the last check, which every commit begins with. */
        private final Map<K, E> changed = new LinkedHashMap<>();

        @Nullable E find(K id) {
            E own = inserted.get(id);
            if (own != null) {
                return own;
            }
            Read<E> known = read.get(id);
            if (known == null) {
                E row = rows.get(id);
                if (row == null) {
                    return null;
                }
                known = new Read<>(row, fields.copy(row));
                read.put(id, known);
            }
            return known.copy();
        }

        @Override
        public void check() {
            changed.clear();
            read.forEach((id, one) -> {
                if (!fields.same(one.original(), one.copy())) {
                    changed.put(id, one.copy());
                    E row = Objects.requireNonNull(rows.get(id));
                    if (fields.isVersioned() && fields.version(row) != fields.version(one.copy())) {
                        throw new ConflictException("changed by another transaction: " + id);
                    }
                }
            });
            inserted.forEach((id, one) -> {
                if (rows.containsKey(id)) {
                    throw new ConflictException("exists already: " + id);
                }
                uniqueness.check(rows, one, changed);
            });
        }

        @Override
        public void apply() {
            changed.forEach(this::write);
            inserted.forEach(this::write);
        }

        private void write(K id, E entity) {
            E stored = fields.next(entity);
            E before = rows.put(id, stored);
            observers.forEach(observer -> observer.accept(before, stored));
        }
    }
}
