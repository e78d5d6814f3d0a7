package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.item.Item;
import dev.layeredsaga.inventory.item.SemanticLock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The claims and items as the rules of claims read and write them, in the caller's transaction. None of the reads waits for a lock. */
interface ClaimRepository {

    /** Returns the time by which claims expire. */
    Instant now();

    /** Returns all of these items that exist, in one query. */
    List<Item> items(Collection<String> skus);

    /** Returns all claims with one of these ids or of one of these sagas, in one query. */
    List<Claim> findAll(Collection<UUID> ids, Collection<UUID> sagaIds);

    /** Returns overdue claims on one of these items that still hold it. */
    List<UUID> overdueOn(Collection<String> skus, Instant now, int limit);

    /** Returns the live claim on the item that ends first. */
    Optional<SemanticLock> nextToExpireOn(String sku, Instant now);

    /**
     * Writes the changes made so far.
     *
     * @throws org.springframework.dao.ConcurrencyFailureException if they are outdated
     */
    void flush();

    void add(Claim claim);
}
