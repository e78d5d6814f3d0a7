package dev.layeredsaga.inventory.item;

import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Repository;

/** The items in the database. */
@Repository
public class ItemRepository {

    private final EntityManager entities;

    ItemRepository(EntityManager entities) {
        this.entities = entities;
    }

    /** Returns all of these items that exist, in one query. */
    public List<Item> findAll(Collection<String> skus) {
        return skus.isEmpty()
                ? List.of()
                : entities.createQuery("SELECT i FROM Item i WHERE i.sku IN :skus", Item.class)
                        .setParameter("skus", skus)
                        .getResultList();
    }

    /** Returns up to {@code limit} items behind this sku in the order of their skus, by the index of the primary key; none is retired. */
    List<Item> findBehind(String sku, int limit) {
        return entities.createQuery(
                        "SELECT i FROM Item i WHERE i.sku > :sku AND NOT i.retired ORDER BY i.sku", Item.class)
                .setParameter("sku", sku)
                .setMaxResults(limit)
                .getResultList();
    }

    /** Returns up to {@code limit} items behind this sku that are reserved, waited for, named {@code prefix} or among others; none is retired. */
    List<Item> findBusy(String prefix, Collection<String> others, String sku, int limit) {
        return entities.createQuery("""
                        SELECT i FROM Item i
                        WHERE i.sku > :sku AND NOT i.retired AND left(i.sku, length(:prefix)) = :prefix
                          AND (i.reserved > 0 OR i.waiting > 0 OR i.sku = :prefix OR i.sku IN :others)
                        ORDER BY i.sku
                        """, Item.class)
                .setParameter("sku", sku)
                .setParameter("prefix", prefix)
                .setParameter("others", others)
                .setMaxResults(limit)
                .getResultList();
    }

    /** Returns the item, retired or not. */
    @Nullable Item find(String sku) {
        return entities.find(Item.class, sku);
    }

    void add(Item item) {
        entities.persist(item);
    }

    /** Writes changes now, so that versions are up to date before the commit. */
    void flush() {
        entities.flush();
    }
}
