package dev.layeredsaga.inventory.queue;

import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.database.Table;
import dev.layeredsaga.testbed.simulation.database.Table.ConflictException;
import dev.layeredsaga.testbed.simulation.database.Table.Writes;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The waiters in a simulated database, in the order in which they have come. */
public final class SimulatedLine extends WaitQueue implements Table {

    private final Database database;
    private final Map<UUID, Waiter> rows = new LinkedHashMap<>();
    private long positions;

    @SuppressWarnings("NullAway") // nothing of what is inherited is used
    public SimulatedLine(Database database) {
        super(null);
        this.database = database;
        database.contains(rows);
    }

    /** As they stand. */
    public Collection<Waiter> all() {
        return rows.values();
    }

    @Override
    public void join(Waiter joining) {
        Waiter waiter = with(joining, joining.request(), ++positions, joining.version());
        changes().mine.put(waiter.sagaId(), waiter);
        changes().joined.put(waiter.sagaId(), waiter);
    }

    @Override
    public void askedAgain(Waiter waiter, Waiter.Request request) {
        Waiter changed = with(waiter, request, waiter.position(), waiter.version() + 1);
        changes().mine.put(waiter.sagaId(), changed);
        if (changes().joined.replace(waiter.sagaId(), changed) == null) {
            changes().read.putIfAbsent(waiter.sagaId(), waiter.version());
            changes().changed.put(waiter.sagaId(), changed);
        }
    }

    @Override
    public void leave(Waiter waiter) {
        UUID sagaId = waiter.sagaId();
        changes().mine.remove(sagaId);
        changes().changed.remove(sagaId);
        if (changes().joined.remove(sagaId) == null) {
            changes().read.putIfAbsent(sagaId, waiter.version());
            changes().left.put(sagaId, true);
        }
    }

    @Override
    public Optional<Waiter> find(UUID sagaId) {
        return Optional.ofNullable(changes().mine.get(sagaId));
    }

    @Override
    public List<Waiter> behind(long position, Collection<String> skus, int limit) {
        return changes().mine.values().stream()
                .filter(waiter -> waiter.position() > position)
                .sorted(Comparator.comparingLong(Waiter::position))
                .filter(waiter -> waiter.quantities().keySet().stream().anyMatch(skus::contains))
                .limit(limit)
                .toList();
    }

    @Override
    public boolean needsMoreThan(int available, String sku, Instant joinedAfter, long upTo) {
        return changes().mine.values().stream()
                .filter(waiter -> waiter.position() <= upTo)
                .filter(waiter -> waiter.since().isAfter(joinedAfter))
                .anyMatch(waiter -> waiter.quantities().getOrDefault(sku, 0) > available);
    }

    /** Returns sagas past their queue timeout. */
    public List<UUID> timedOut(int limit) {
        return rows.values().stream()
                .filter(waiter -> !waiter.givesUpAt().isAfter(database.now()))
                .map(Waiter::sagaId)
                .limit(limit)
                .toList();
    }

    private static Waiter with(Waiter waiter, Waiter.Request request, long position, long version) {
        return new Waiter(
                waiter.sagaId(),
                waiter.quantities(),
                waiter.ttl(),
                request,
                waiter.since(),
                waiter.givesUpAt(),
                position,
                version);
    }

    private Changes changes() {
        return database.current().on(this, Changes.class, Changes::new);
    }

    /** The table as the transaction sees it, and what it does to it. */
    private final class Changes implements Writes {

        private final Map<UUID, Waiter> mine = new LinkedHashMap<>(rows);
        private final Map<UUID, Waiter> joined = new LinkedHashMap<>();
        private final Map<UUID, Waiter> changed = new LinkedHashMap<>();
        private final Map<UUID, Boolean> left = new LinkedHashMap<>();
        private final Map<UUID, Long> read = new LinkedHashMap<>();

        @Override
        public void check() {
            read.forEach((id, version) -> {
                Waiter present = rows.get(id);
                if (present == null || present.version() != version) {
                    throw new ConflictException("the waiter has changed: " + id);
                }
            });
            for (UUID id : joined.keySet()) {
                if (rows.containsKey(id) && !left.containsKey(id)) {
                    throw new ConflictException("waits already: " + id);
                }
            }
        }

        @Override
        public void apply() {
            left.keySet().forEach(rows::remove);
            changed.forEach((id, waiter) -> rows.computeIfPresent(id, (same, before) -> waiter));
            rows.putAll(joined);
        }
    }
}
