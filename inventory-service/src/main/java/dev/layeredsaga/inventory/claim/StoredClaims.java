package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.item.Item;
import dev.layeredsaga.inventory.item.ItemRepository;
import dev.layeredsaga.inventory.item.SemanticLock;
import dev.layeredsaga.inventory.queue.Timeouts;
import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.messaging.time.DatabaseClock;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Repository;

/** The claims and their items in the database, whose clock is the only one that counts. */
@Repository
class StoredClaims implements ClaimRepository {

    private static final String OVERDUE_ON = """
            SELECT id FROM claim WHERE state = 'HELD' AND expires_at <= ? AND skus && ?::text[] ORDER BY expires_at LIMIT ?
            """;

    private static final String NEXT_TO_EXPIRE = """
            SELECT id, owner, created_at, expires_at FROM claim
            WHERE state = 'HELD' AND expires_at > ? AND ? = ANY (skus)
            ORDER BY expires_at LIMIT 1
            """;

    private final EntityManager entities;
    private final JdbcOperations jdbc;
    private final ItemRepository items;
    private final DatabaseClock clock;
    private final Timeouts timeouts;

    StoredClaims(
            EntityManager entities, JdbcOperations jdbc, ItemRepository items, DatabaseClock clock, Timeouts timeouts) {
        this.timeouts = timeouts;
        this.entities = entities;
        this.jdbc = jdbc;
        this.items = items;
        this.clock = clock;
    }

    @Override
    public Instant now() {
        return clock.now();
    }

    @Override
    public List<Item> items(Collection<String> skus) {
        return items.findAll(skus);
    }

    @Override
    public List<Claim> findAll(Collection<UUID> ids, Collection<UUID> sagaIds) {
        if (ids.isEmpty() && sagaIds.isEmpty()) {
            return List.of();
        }
        return entities.createQuery("SELECT c FROM Claim c WHERE c.id IN :ids OR c.sagaId IN :sagaIds", Claim.class)
                .setParameter("ids", ids)
                .setParameter("sagaIds", sagaIds)
                .getResultList();
    }

    @Override
    public List<UUID> overdueOn(Collection<String> skus, Instant now, int limit) {
        return jdbc.query(
                OVERDUE_ON,
                (row, number) -> row.getObject("id", UUID.class),
                now.atOffset(ZoneOffset.UTC),
                skus.toArray(String[]::new),
                limit);
    }

    @Override
    public Optional<SemanticLock> nextToExpireOn(String sku, Instant now) {
        return jdbc
                .query(
                        NEXT_TO_EXPIRE,
                        (row, number) -> new SemanticLock(
                                row.getObject("id", UUID.class),
                                row.getString("owner"),
                                row.getTimestamp("created_at").toInstant(),
                                row.getTimestamp("expires_at").toInstant()),
                        now.atOffset(ZoneOffset.UTC),
                        sku)
                .stream()
                .findFirst();
    }

    @Override
    public void flush() {
        entities.flush();
    }

    @Override
    public void add(Claim claim) {
        entities.persist(claim);
        AfterCommit.run(() -> timeouts.in(claim.time()));
    }
}
