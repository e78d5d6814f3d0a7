package dev.layeredsaga.inventory.queue;

import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.database.Rows;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The waiters in a simulated database, in the order in which they have come. */
public final class SimulatedLine implements WaitQueue {

    private final Database database;
    private final Rows<UUID, Waiter> rows;
    private long positions;

    public SimulatedLine(Database database) {
        this.database = database;
        this.rows = new Rows<>(database, true);
    }

    /** As they stand. */
    public Collection<Waiter> all() {
        return rows.committed().values();
    }

    @Override
    public void join(Waiter waiter) {
        put(waiter, waiter.request(), ++positions, waiter.version());
    }

    @Override
    public void askedAgain(Waiter waiter, Waiter.Request request) {
        put(waiter, request, waiter.position(), waiter.version() + 1);
    }

    private void put(Waiter waiter, Waiter.Request request, long position, long version) {
        Waiter changed = new Waiter(
                waiter.sagaId(),
                waiter.quantities(),
                waiter.ttl(),
                request,
                waiter.since(),
                waiter.givesUpAt(),
                position,
                version);
        rows.put(waiter.sagaId(), changed);
    }

    @Override
    public void leave(Waiter waiter) {
        rows.put(waiter.sagaId(), null);
    }

    @Override
    public Optional<Waiter> find(UUID sagaId) {
        return Optional.ofNullable(rows.get(sagaId));
    }

    @Override
    public List<Waiter> behind(long position, Collection<String> skus, int limit) {
        return seen().filter(waiter -> waiter.position() > position)
                .filter(waiter -> waiter.quantities().keySet().stream().anyMatch(skus::contains))
                .sorted(Comparator.comparingLong(Waiter::position))
                .limit(limit)
                .toList();
    }

    @Override
    public boolean needsMoreThan(int available, String sku, Instant joinedAfter, long upTo) {
        return seen().filter(waiter -> waiter.position() <= upTo)
                .filter(waiter -> waiter.since().isAfter(joinedAfter))
                .anyMatch(waiter -> waiter.quantities().getOrDefault(sku, 0) > available);
    }

    private Stream<Waiter> seen() {
        return rows.seen().values().stream();
    }

    /** Returns sagas past their queue timeout. */
    public List<UUID> timedOut(int limit) {
        return all().stream()
                .filter(waiter -> !waiter.givesUpAt().isAfter(database.now()))
                .map(Waiter::sagaId)
                .limit(limit)
                .toList();
    }
}
