package dev.layeredsaga.inventory.claim;

import jakarta.persistence.EntityManager;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Repository;

/** Searches claims, for reading. */
@Repository
public class ClaimSearch {

    private static final int LIMIT = 100;

    private final EntityManager entities;
    private final ClaimRepository claims;

    ClaimSearch(EntityManager entities, ClaimRepository claims) {
        this.entities = entities;
        this.claims = claims;
    }

    /** The search criteria; null matches anything. */
    public record Criteria(
            @Nullable String sku,
            @Nullable String owner,
            @Nullable ClaimState state) {}

    public Optional<ClaimSnapshot> find(UUID id) {
        return claims.findAll(List.of(id), List.of()).stream()
                .map(Claim::snapshot)
                .findFirst();
    }

    /** Returns the latest 100 claims that match, latest first. */
    public List<ClaimSnapshot> latest(Criteria criteria) {
        return claims.findAll(ids(criteria), List.of()).stream()
                .map(Claim::snapshot)
                .sorted(Comparator.comparing(ClaimSnapshot::createdAt)
                        .thenComparing(claim -> claim.id().toString())
                        .reversed())
                .toList();
    }

    private List<UUID> ids(Criteria criteria) {
        CriteriaBuilder builder = entities.getCriteriaBuilder();
        CriteriaQuery<UUID> query = builder.createQuery(UUID.class);
        Root<Claim> claim = query.from(Claim.class);
        query.select(claim.get("id"))
                .where(predicates(criteria, builder, claim))
                .orderBy(builder.desc(claim.get("id"))); // ids are ordered by time
        return entities.createQuery(query).setMaxResults(LIMIT).getResultList();
    }

    private static List<Predicate> predicates(Criteria wanted, CriteriaBuilder builder, Root<Claim> claim) {
        List<Predicate> predicates = new ArrayList<>();
        if (wanted.sku() != null) {
            predicates.add(builder.equal(claim.join("lines").get("sku"), wanted.sku()));
        }
        if (wanted.owner() != null) {
            predicates.add(builder.equal(claim.get("owner"), wanted.owner()));
        }
        if (wanted.state() != null) {
            predicates.add(builder.equal(claim.get("state"), wanted.state()));
        }
        return predicates;
    }
}
