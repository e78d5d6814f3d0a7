package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.claim.command.ClaimScope;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.ClaimState;
import dev.layeredsaga.inventory.item.Item;
import dev.layeredsaga.inventory.item.Movements;
import dev.layeredsaga.inventory.item.SemanticLock;
import dev.layeredsaga.inventory.queue.QueueProperties;
import dev.layeredsaga.inventory.queue.SimulatedLine;
import dev.layeredsaga.inventory.queue.WaitQueue;
import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.database.EntityTable;
import dev.layeredsaga.testbed.simulation.database.Table.ConflictException;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The use cases of claims in a simulated database; the repositories alone are not the project's own. */
public final class SimulatedClaims implements ClaimRepository {

    private static final Duration HELD_FOR = Duration.ofMinutes(3);

    private final Database database;
    private final SimulatedLine line;
    private final EntityTable<String, Item> items;
    private final EntityTable<UUID, Claim> table;
    private final Map<UUID, List<UUID>> bySaga = new HashMap<>();
    private final Map<UUID, Long> numbers = new HashMap<>();
    private final Map<UUID, Claim> held = new LinkedHashMap<>();
    private final ClaimEvents events;
    private final Claims claims;

    /** A claim as it has been written. */
    public record ClaimView(@Nullable UUID sagaId, ClaimSnapshot claim) {}

    /** Receives each claim that has been written, as it was (null if it is new) and as it is. */
    public interface Observer {
        void written(@Nullable ClaimView before, ClaimView after);
    }

    public SimulatedClaims(Database database, SimulatedLine line, ClaimEvents events, WaiterAnswers answers) {
        this.database = database;
        this.line = line;
        this.events = events;
        this.items = new EntityTable<>(database, Item.class, Item::sku);
        this.table = new EntityTable<>(database, Claim.class, Claim::id);
        table.unique(this::onePerSaga);
        table.observe(this::index);
        database.whenRestored(() -> {
            List.of(bySaga, numbers, held).forEach(Map::clear);
            table.rows().forEach(claim -> index(null, claim));
        });
        // operators do nothing here, and nothing is returned
        JdbcTemplate unused = new JdbcTemplate();
        ClaimMeters meters = new ClaimMeters(new CompositeMeterRegistry());
        WorkingSets workingSets = new WorkingSets(this, Optional.empty());
        Expiry expiry = new Expiry(this, workingSets, events, meters);
        ClaimChanges changes = new ClaimChanges(
                this,
                expiry,
                new HoldProperties(50, 100, 0.5, Duration.ofMinutes(60), Duration.ofHours(24)),
                new ClaimAudit(unused),
                new Restoring(this, new Movements(JdbcClient.create(unused))));
        Granting granting = new Granting(this, line, expiry, new QueueProperties(0.5, Duration.ofSeconds(30)));
        claims = new Claims(
                workingSets, expiry, changes, new Waiting(line, workingSets, granting, answers, meters), meters);
    }

    public EntityTable<String, Item> items() {
        return items;
    }

    public Claims claims() {
        return claims;
    }

    public void observe(Observer observer) {
        table.observe((before, after) -> observer.written(before == null ? null : view(before), view(after)));
    }

    private static ClaimView view(Claim claim) {
        return new ClaimView(claim.sagaId(), claim.snapshot());
    }

    /** Returns the held claims' current state. */
    public List<ClaimView> held() {
        return held.values().stream().map(SimulatedClaims::view).toList();
    }

    /** The claim as it stands. */
    public @Nullable ClaimView claim(UUID id) {
        Claim row = table.row(id);
        return row == null ? null : view(row);
    }

    /** All of the saga's, as they stand. */
    public List<ClaimView> claimsOf(UUID sagaId) {
        return ofSaga(sagaId).map(SimulatedClaims::view).toList();
    }

    /** Returns overdue claims, oldest first. */
    public List<UUID> overdue(int limit) {
        return overdueAt(database.now()).map(Claim::id).limit(limit).toList();
    }

    /** Publishes, in the current transaction, which claims sagas have held for long. */
    public void publishUnsettled() {
        Instant before = database.now().minus(HELD_FOR);
        held.values().stream()
                .filter(claim ->
                        claim.sagaId() != null && claim.snapshot().createdAt().isBefore(before))
                .forEach(claim -> events.unsettled(claim.id(), Objects.requireNonNull(claim.sagaId()), before));
    }

    /** Returns what {@link ClaimLookup} would. */
    public SortedSet<String> skusToLock(ClaimScope scope) {
        Set<String> freed = new TreeSet<>();
        scope.sagaIds().forEach(saga -> {
            ofSaga(saga).forEach(claim -> claim.lines().forEach(one -> freed.add(one.sku())));
            line.all().stream()
                    .filter(waiter -> waiter.sagaId().equals(saga))
                    .forEach(waiter -> freed.addAll(waiter.quantities().keySet()));
        });
        scope.claimIds()
                .forEach(id -> Optional.ofNullable(table.row(id))
                        .ifPresent(claim -> claim.lines().forEach(one -> freed.add(one.sku()))));
        overdueAt(database.now())
                .filter(claim -> isOn(claim, scope.skus()))
                .forEach(claim -> claim.lines().forEach(one -> freed.add(one.sku())));
        SortedSet<String> skus = new TreeSet<>(scope.skus());
        skus.addAll(freed);
        line.all().stream()
                .filter(waiter -> waiter.quantities().keySet().stream().anyMatch(freed::contains))
                .limit(WaitQueue.LOOK_AHEAD)
                .forEach(waiter -> skus.addAll(waiter.quantities().keySet()));
        return skus;
    }

    private Stream<Claim> overdueAt(Instant now) {
        return held.values().stream()
                .filter(claim -> !claim.expiresAt().isAfter(now))
                .sorted(Comparator.comparing(Claim::expiresAt));
    }

    private Stream<Claim> ofSaga(UUID sagaId) {
        return bySaga.getOrDefault(sagaId, List.of()).stream()
                .flatMap(id -> Optional.ofNullable(table.row(id)).stream());
    }

    private void index(@Nullable Claim before, Claim after) {
        numbers.putIfAbsent(after.id(), (long) numbers.size());
        if (after.sagaId() != null && (before == null || before.sagaId() == null)) {
            bySaga.computeIfAbsent(after.sagaId(), first -> new ArrayList<>()).add(after.id());
        }
        if (after.snapshot().state() == ClaimState.HELD) {
            held.put(after.id(), after);
        } else {
            held.remove(after.id());
        }
    }

    /** A saga has one that has not expired. */
    private void onePerSaga(Map<UUID, Claim> rows, Claim inserted, Map<UUID, Claim> changing) {
        if (inserted.sagaId() != null) {
            for (UUID id : bySaga.getOrDefault(inserted.sagaId(), List.of())) {
                Claim other = changing.containsKey(id) ? changing.get(id) : rows.get(id);
                if (other != null && !other.hasExpired()) {
                    throw new ConflictException("the saga has a claim already: " + id);
                }
            }
        }
    }

    private static boolean isOn(Claim claim, Collection<String> skus) {
        return claim.lines().stream().anyMatch(one -> skus.contains(one.sku()));
    }

    @Override
    public Instant now() {
        return database.now();
    }

    @Override
    public List<Item> items(Collection<String> skus) {
        return new TreeSet<>(skus)
                .stream()
                        .flatMap(sku -> Optional.ofNullable(items.find(sku)).stream())
                        .toList();
    }

    @Override
    public List<Claim> findAll(Collection<UUID> ids, Collection<UUID> sagaIds) {
        Set<UUID> wanted = new LinkedHashSet<>(ids);
        sagaIds.forEach(saga -> wanted.addAll(bySaga.getOrDefault(saga, List.of())));
        return wanted.stream()
                .flatMap(id -> Optional.ofNullable(table.find(id)).stream())
                // as the ids are drawn, and sets have no order that lasts
                .sorted(Comparator.comparing(claim -> numbers.getOrDefault(claim.id(), 0L)))
                .toList();
    }

    @Override
    public List<UUID> overdueOn(Collection<String> skus, Instant now, int limit) {
        return overdueAt(now)
                .filter(claim -> isOn(claim, skus))
                .map(Claim::id)
                .limit(limit)
                .toList();
    }

    @Override
    public Optional<SemanticLock> nextToExpireOn(String sku, Instant now) {
        return held.values().stream()
                .filter(claim -> claim.expiresAt().isAfter(now) && isOn(claim, List.of(sku)))
                .min(Comparator.comparing(Claim::expiresAt))
                .map(Claim::semanticLock);
    }

    @Override
    public void flush() {
        table.flush();
    }

    @Override
    public void add(Claim claim) {
        table.add(claim);
    }
}
