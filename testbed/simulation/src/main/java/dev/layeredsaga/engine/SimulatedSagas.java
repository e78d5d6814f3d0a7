package dev.layeredsaga.engine;

import dev.layeredsaga.engine.definition.LocalParticipant;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.engine.state.LockedSaga;
import dev.layeredsaga.engine.state.Pauses;
import dev.layeredsaga.engine.state.PublishedEvent;
import dev.layeredsaga.engine.state.RequestedAction;
import dev.layeredsaga.engine.state.Saga;
import dev.layeredsaga.engine.state.SagaLocks;
import dev.layeredsaga.engine.state.SagaLog;
import dev.layeredsaga.engine.state.SagaStore;
import dev.layeredsaga.engine.state.SignalTable;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.database.Rows;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** The sagas and their events in a simulated database. The history of attempts and the audit are for people, and not kept. */
public final class SimulatedSagas implements SagaStore, SagaLog {

    private static final UndrivableSettings UNDRIVABLE =
            new UndrivableSettings(3, Duration.ofSeconds(2), Duration.ofMinutes(5));

    private final Database database;
    private final Rows<UUID, Saga> rows;
    private final Rows<String, PublishedEvent> events;

    /** @param versionIgnored for a simulation without optimistic locking of sagas */
    public SimulatedSagas(Database database, boolean versionIgnored) {
        this.database = database;
        this.rows = new Rows<>(database, !versionIgnored);
        this.events = new Rows<>(database, false);
    }

    /** Returns an engine on these sagas. No saga here waits for a signal. */
    public SagaEngine engine(SagaDefinitions definitions, Outbox outbox, Supplier<LocalParticipant> participant) {
        EngineParts parts = new EngineParts(
                outbox,
                this,
                new SignalTable(new JdbcTemplate()),
                new SagaMeters(new CompositeMeterRegistry(), List.of()),
                Tracing.off(),
                () -> List.of(participant.get()),
                new ReplyProofs(new byte[32]));
        return new SagaEngine(definitions, this, parts, UNDRIVABLE);
    }

    /** Returns the sagas as they stand, not to be changed. */
    public Collection<Saga> all() {
        return rows.committed().values();
    }

    /** Returns the saga as it stands, not to be changed. */
    public @Nullable Saga saga(UUID id) {
        return rows.committed().get(id);
    }

    /** Finds and locks sagas as {@link SagaLocks} does, in the current transaction. */
    public List<LockedSaga> lockDue(int limit, Duration lockTimeout) {
        Instant now = database.now();
        List<Saga> due = all().stream()
                .filter(saga -> saga.dueAt() != null && !saga.dueAt().isAfter(now))
                .sorted(Comparator.comparing(Saga::dueAt).thenComparing(Saga::id))
                .limit(limit)
                .toList();
        return due.stream()
                .map(Saga::copy)
                .map(saga -> {
                    saga.waitUntil(now.plus(lockTimeout), saga.waitsFor());
                    write(List.of(), List.of(saga));
                    return new LockedSaga(saga.id(), saga.version() + 1);
                })
                .toList();
    }

    @Override
    public Reading read(Collection<UUID> ids) {
        Map<UUID, Saga> found = new HashMap<>();
        for (UUID id : ids) {
            Saga saga = rows.get(id);
            if (saga != null) {
                found.put(id, saga.copy());
            }
        }
        return new Reading(database.now(), found, Pauses.NONE);
    }

    @Override
    public void write(Collection<Saga> begun, Collection<Saga> changed) {
        begun.forEach(saga -> rows.put(saga.id(), saga.readAs(0)));
        changed.forEach(saga -> rows.put(saga.id(), saga.readAs(saga.version() + 1)));
    }

    @Override
    public List<UUID> lockForward(String definition) {
        return all().stream()
                .filter(saga -> !saga.status().isFinal() && saga.direction() == Direction.FORWARD)
                .map(Saga::id)
                .toList();
    }

    @Override
    public void add(List<EndedAttempt> attempts) {}

    @Override
    public void addActions(List<RequestedAction> actions) {}

    /** Keeps those that are known: the sagas' versions alone guard against other transactions. */
    @Override
    public void addEvents(List<PublishedEvent> added) {
        addPast(added);
    }

    @Override
    public void addPast(List<PublishedEvent> past) {
        for (PublishedEvent event : past) {
            String key = key(event.sagaId(), event.sequence());
            if (events.get(key) == null) {
                events.put(key, event);
            }
        }
    }

    private static String key(UUID saga, long sequence) {
        return saga + "/" + sequence;
    }

    @Override
    public Map<UUID, Long> lastSequences(Collection<UUID> sagaIds) {
        Map<UUID, Long> last = new HashMap<>();
        sagaIds.forEach(id -> last.put(id, (long) eventsOf(id, 0).size()));
        return last;
    }

    @Override
    public List<PublishedEvent> eventsAfter(Map<UUID, Long> sequences) {
        return sequences.entrySet().stream()
                .flatMap(wanted -> eventsOf(wanted.getKey(), wanted.getValue()).stream())
                .toList();
    }

    /** Without what the current transaction adds at its end. */
    private List<PublishedEvent> eventsOf(UUID saga, long after) {
        Map<String, PublishedEvent> known = events.committed();
        List<PublishedEvent> found = new ArrayList<>();
        PublishedEvent next = known.get(key(saga, after + 1));
        while (next != null) {
            found.add(next);
            next = known.get(key(saga, next.sequence() + 1));
        }
        return found;
    }
}
