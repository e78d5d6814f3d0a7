package dev.layeredsaga.inventory.claim.request;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.layeredsaga.inventory.claim.command.ClaimCommand.Hold;
import dev.layeredsaga.inventory.claim.command.Refusal.Busy;
import dev.layeredsaga.inventory.lock.CounterGate;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Component;

/**
 * Refuses holds of exclusive items at which another hold is counted, without asking the database, if the counters are switched on. Policies
 * are remembered for a minute. Thread-safe.
 */
@Component
final class ClaimGate {

    private static final Duration REMEMBERED = Duration.ofMinutes(1);
    private static final int MOST = 10_000;

    private final Optional<CounterGate> counters;
    private final JdbcOperations jdbc;
    private final Cache<String, Boolean> exclusive =
            Caffeine.newBuilder().expireAfterWrite(REMEMBERED).maximumSize(MOST).build();

    ClaimGate(Optional<CounterGate> counters, JdbcOperations jdbc) {
        this.counters = counters;
        this.jdbc = jdbc;
    }

    /** Returns the first of the items at which another is counted; by the application's clock, which decides nothing here. */
    Optional<Busy> enter(Hold hold) {
        Instant now = Instant.now();
        return counters.flatMap(gate -> gate.enter(exclusiveAmong(hold), hold.ttl()))
                .map(taken -> Busy.with(taken.key(), now, now.plus(taken.left()), now));
    }

    /** Counts back a hold that has entered; other items have no count. */
    void leave(Hold hold) {
        counters.ifPresent(gate -> gate.leave(hold.quantities().keySet()));
    }

    private SortedSet<String> exclusiveAmong(Hold hold) {
        Map<String, Boolean> known = exclusive.getAll(hold.quantities().keySet(), this::read);
        return known.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Map<String, Boolean> read(Set<? extends String> skus) {
        Map<String, Boolean> read = new HashMap<>();
        jdbc.query(
                "SELECT sku, policy = 'EXCLUSIVE' AS exclusive FROM item WHERE sku = ANY (?)",
                row -> {
                    read.put(row.getString("sku"), row.getBoolean("exclusive"));
                },
                (Object) skus.toArray(String[]::new));
        return read;
    }
}
