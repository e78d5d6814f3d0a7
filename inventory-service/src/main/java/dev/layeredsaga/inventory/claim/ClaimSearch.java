package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.ClaimState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Repository;

/** Searches claims, for reading. */
@Repository
public class ClaimSearch {

    private final JdbcOperations jdbc;
    private final ClaimRepository claims;

    ClaimSearch(JdbcOperations jdbc, ClaimRepository claims) {
        this.jdbc = jdbc;
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

    /**
     * Returns the latest {@code limit} claims that match, latest first.
     *
     * @param before only claims that are older than this one; all if null
     */
    public List<ClaimSnapshot> latest(Criteria criteria, @Nullable UUID before, int limit) {
        return claims.findAll(ids(criteria, before, limit), List.of()).stream()
                .map(Claim::snapshot)
                .sorted(Comparator.comparing((ClaimSnapshot claim) -> claim.id().toString())
                        .reversed())
                .toList();
    }

    /**
     * Returns up to {@code limit} held claims on any of these items, the first to end first, and the held ones of {@code ids}.
     */
    public List<ClaimSnapshot> heldOn(Collection<String> skus, Collection<UUID> ids, int limit) {
        Set<UUID> found = new HashSet<>(ids);
        found.addAll(jdbc.query(
                "SELECT id FROM claim WHERE state = 'HELD' AND skus && ?::text[] ORDER BY expires_at LIMIT ?",
                (row, number) -> row.getObject("id", UUID.class),
                skus.toArray(String[]::new),
                limit));
        return claims.findAll(found, List.of()).stream()
                .map(Claim::snapshot)
                .filter(claim -> claim.state() == ClaimState.HELD)
                .sorted(Comparator.comparing(ClaimSnapshot::expiresAt))
                .toList();
    }

    private List<UUID> ids(Criteria wanted, @Nullable UUID before, int limit) {
        StringBuilder sql = new StringBuilder("SELECT id FROM claim WHERE true");
        List<Object> values = new ArrayList<>();
        if (wanted.sku() != null) {
            sql.append(" AND ? = ANY (skus)");
            values.add(wanted.sku());
        }
        if (wanted.owner() != null) {
            addOwner(wanted.owner(), sql, values);
        }
        if (wanted.state() != null) {
            sql.append(" AND state = ?");
            values.add(wanted.state().name());
        }
        if (before != null) {
            sql.append(" AND id < ?");
            values.add(before);
        }
        sql.append(" ORDER BY id DESC LIMIT ?"); // ids are ordered by time
        values.add(limit);
        return jdbc.query(sql.toString(), (row, number) -> row.getObject("id", UUID.class), values.toArray());
    }

    /** Claims of sagas are in the index by saga, others in that by owner. */
    private static void addOwner(String owner, StringBuilder sql, List<Object> values) {
        sql.append(" AND owner = ? AND (saga_id IS NULL");
        values.add(owner);
        try {
            values.add(UUID.fromString(owner));
            sql.append(" OR saga_id = ?");
        } catch (IllegalArgumentException e) {
            // no saga has this name
        }
        sql.append(')');
    }
}
