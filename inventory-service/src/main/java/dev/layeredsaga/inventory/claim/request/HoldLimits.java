package dev.layeredsaga.inventory.claim.request;

import dev.layeredsaga.inventory.claim.ClaimIds;
import dev.layeredsaga.inventory.claim.HoldProperties;
import dev.layeredsaga.inventory.claim.command.ClaimCommand.Hold;
import dev.layeredsaga.messaging.time.DatabaseClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Component;

/** The limits of holds, which cost a customer nothing. Every method works in the caller's transaction. */
@Component
record HoldLimits(JdbcOperations jdbc, DatabaseClock clock, HoldProperties settings) {

    private static final String LOCK =
            "SELECT pg_advisory_xact_lock(hashtextextended(owner, 2)) FROM unnest(?::text[]) AS owner";

    private static final String COUNT_LIVE = """
            SELECT owner, count(*) AS holds FROM claim
            WHERE owner = ANY (?) AND state = 'HELD' AND saga_id IS NULL AND expires_at > ?
            GROUP BY owner
            """;

    /**
     * Holds that sagas have adopted count for the time only. The id, which begins with the time of creation, leaves out what is older
     * without a read.
     */
    private static final String HELD = """
            SELECT coalesce(held_by, owner) AS holder, line.sku,
              coalesce(sum(quantity) FILTER (WHERE saga_id IS NULL AND state = 'HELD' AND expires_at > ?), 0) AS units,
              min(coalesce(held_since, created_at)) AS since
            FROM claim, unnest(skus, quantities) AS line (sku, quantity)
            WHERE (owner = ANY (?) AND saga_id IS NULL AND state <> 'CONFIRMED' OR held_by = ANY (?)) AND id >= ?
              AND line.sku = ANY (?) AND coalesce(held_since, created_at) > ?
            GROUP BY holder, line.sku
            """;

    /** An id has the application's time, which may differ from the database's. */
    private static final Duration CLOCK_DIFFERENCE = Duration.ofHours(1);

    /**
     * Reads what the owners of these holds have, and blocks new holds of theirs until the transaction ends. All owners are locked in
     * one query and in order, so that two transactions cannot deadlock.
     */
    Allowance of(Collection<Hold> limited) {
        SortedSet<String> owners = new TreeSet<>();
        SortedSet<String> skus = new TreeSet<>();
        limited.forEach(hold -> {
            owners.add(hold.claimant().owner());
            skus.addAll(hold.quantities().keySet());
        });
        Object names = owners.toArray(String[]::new);
        Object items = skus.toArray(String[]::new);
        jdbc.query(LOCK, row -> {}, names);
        // separate statements, which see what others have committed while the lock statement waited
        Instant now = clock.now();
        Allowance allowance = new Allowance(settings, now);
        jdbc.query(
                COUNT_LIVE,
                row -> {
                    allowance.countHolds(row.getString("owner"), row.getInt("holds"));
                },
                names,
                now.atOffset(ZoneOffset.UTC));
        jdbc.query(
                "SELECT sku, on_hand FROM item WHERE sku = ANY (?) AND policy = 'COUNTED'",
                row -> {
                    allowance.stock(row.getString("sku"), row.getInt("on_hand"));
                },
                items);
        Instant earliest = now.minus(settings.longestLife().multipliedBy(2));
        jdbc.query(
                HELD,
                row -> {
                    allowance.held(
                            row.getString("holder"),
                            row.getString("sku"),
                            row.getInt("units"),
                            row.getTimestamp("since").toInstant());
                },
                now.atOffset(ZoneOffset.UTC),
                names,
                names,
                ClaimIds.firstOf(earliest.minus(CLOCK_DIFFERENCE)),
                items,
                earliest.atOffset(ZoneOffset.UTC));
        return allowance;
    }
}
