package dev.layeredsaga.inventory.claim;

import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Repository;

/** The claims in the database. */
@Repository
class ClaimRepository {

    private final EntityManager entities;

    ClaimRepository(EntityManager entities) {
        this.entities = entities;
    }

    /** Returns all claims with one of these ids or of one of these sagas, in one query. */
    List<Claim> findAll(Collection<UUID> ids, Collection<UUID> sagaIds) {
        if (ids.isEmpty() && sagaIds.isEmpty()) {
            return List.of();
        }
        return entities.createQuery("SELECT c FROM Claim c WHERE c.id IN :ids OR c.sagaId IN :sagaIds", Claim.class)
                .setParameter("ids", ids)
                .setParameter("sagaIds", sagaIds)
                .getResultList();
    }

    /**
     * Writes the changes made so far.
     *
     * @throws org.springframework.dao.ConcurrencyFailureException if they are outdated
     */
    void flush() {
        entities.flush();
    }

    void add(Claim claim) {
        entities.persist(claim);
    }
}
