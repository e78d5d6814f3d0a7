package dev.layeredsaga.inventory.claim;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.inventory.claim.Claim.Standing;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.item.Item;
import dev.layeredsaga.inventory.item.SemanticLock;
import dev.layeredsaga.inventory.lock.CounterGate;
import dev.layeredsaga.messaging.commit.AfterCommit;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The items and claims that a section works on, read at one time, which is the section's now. */
final class WorkingSet {

    private final Instant now;
    private final Map<String, Item> items = new HashMap<>();
    private final Map<UUID, Claim> claims = new LinkedHashMap<>();
    private final Map<UUID, Claim> bySaga = new HashMap<>();
    private final Set<String> freed = new HashSet<>();
    private final Map<String, Optional<SemanticLock>> nextToExpire = new HashMap<>();
    private final int mostServed;
    private final CounterGate gate;
    private int settled;

    WorkingSet(Instant now, int mostServed, CounterGate gate) {
        this.now = now;
        this.mostServed = mostServed;
        this.gate = gate;
    }

    Instant now() {
        return now;
    }

    void addItems(Collection<Item> added) {
        added.forEach(item -> items.put(item.sku(), item));
    }

    void addClaims(Collection<Claim> added) {
        added.forEach(this::addClaim);
    }

    void addClaim(Claim claim) {
        claims.put(claim.id(), claim);
        if (claim.sagaId() != null) {
            bySaga.merge(claim.sagaId(), claim, (one, other) -> one.hasExpired() ? other : one);
        }
    }

    boolean hasItem(String sku) {
        return items.containsKey(sku);
    }

    @Nullable Item item(String sku) {
        return items.get(sku);
    }

    @Nullable Claim claim(UUID id) {
        return claims.get(id);
    }

    /** Returns the saga's claim; of several, the one that has not expired. */
    @Nullable Claim claimOf(@Nullable UUID sagaId) {
        return sagaId == null ? null : bySaga.get(sagaId);
    }

    /** Returns the loaded live claims on this item. */
    Stream<Claim> currentClaimsOn(String sku) {
        return claims.values().stream()
                .filter(claim -> claim.standingAt(now) == Standing.CURRENT)
                .filter(claim -> claim.isOn(sku));
    }

    /** Queries the database once per item, however many commands are refused because of the item. */
    Optional<SemanticLock> inDatabase(String sku, BiFunction<String, Instant, Optional<SemanticLock>> lookup) {
        return nextToExpire.computeIfAbsent(sku, absent -> lookup.apply(sku, now));
    }

    /**
     * Applies an action to each of the claim's items that makes them, or some of them, available to others. With the commit the count at
     * the gate ends.
     */
    void free(Claim claim, BiConsumer<Item, ClaimSnapshot.Line> action) {
        forEachLine(claim, action);
        claim.lines().forEach(line -> freed.add(line.sku()));
        List<String> exclusive = claim.lines().stream()
                .map(ClaimSnapshot.Line::sku)
                .filter(sku -> requireNonNull(items.get(sku)).isStrictlyQueued())
                .toList();
        AfterCommit.run(() -> gate.leave(exclusive));
    }

    /** Marks these items as possibly available to others. */
    void freed(Collection<String> skus) {
        freed.addAll(skus);
    }

    /** Returns the items that have waiters and have been freed since the last call. */
    Set<String> takeFreedWithLine() {
        Set<String> withLine = freed.stream()
                .filter(sku -> requireNonNull(items.get(sku)).hasLine())
                .collect(Collectors.toSet());
        freed.clear();
        return withLine;
    }

    /** Takes back that these items are available to others: their waiters have been served. */
    void served(Collection<String> skus) {
        freed.removeAll(skus);
    }

    /** Counts one more waiter that has been settled. */
    void countSettled() {
        settled++;
    }

    /** Returns true until as many waiters have been settled as the section serves. */
    boolean maySettle() {
        return settled < mostServed;
    }

    /** Returns the most waiters that the section serves. */
    int mostServed() {
        return mostServed;
    }

    int settled() {
        return settled;
    }

    /** Applies an action to each of the claim's items. */
    void forEachLine(Claim claim, BiConsumer<Item, ClaimSnapshot.Line> action) {
        claim.lines().forEach(line -> action.accept(requireNonNull(items.get(line.sku())), line));
    }
}
