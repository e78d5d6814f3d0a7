package dev.layeredsaga.inventory.section;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Items whose rows a session keeps that is in no section, such as a person's or a backup's. Sections on them fail at once for a few seconds
 * instead of each waiting for the row, as what shares their thread or poll would wait with them. Thread-safe.
 */
@Component
final class LockedRows {

    private static final Logger log = LoggerFactory.getLogger(LockedRows.class);

    /** Between two waits for the same row. */
    private static final Duration REMEMBERED = Duration.ofSeconds(5);

    private static final int MOST = 10_000;

    private final JdbcTemplate jdbc;
    private final TransactionOperations transaction;
    private final Cache<String, Boolean> locked =
            Caffeine.newBuilder().expireAfterWrite(REMEMBERED).maximumSize(MOST).build();

    LockedRows(JdbcTemplate jdbc, TransactionOperations transaction) {
        this.jdbc = jdbc;
        this.transaction = transaction;
    }

    /** @throws CannotAcquireLockException if the row of one of the items is known to be locked */
    void requireNone(Collection<String> skus) {
        if (locked.estimatedSize() > 0) {
            skus.stream()
                    .filter(sku -> locked.getIfPresent(sku) != null)
                    .findFirst()
                    .ifPresent(sku -> {
                        throw new CannotAcquireLockException("another session keeps the row of " + sku);
                    });
        }
    }

    /**
     * Finds out which of the items' rows are locked. The caller has the items' locks. What another section keeps all the same, as it went on
     * without them, is taken for locked, too.
     */
    void find(SortedSet<String> skus) {
        SortedSet<String> kept = new TreeSet<>(items(skus, ""));
        List<String> free = transaction.execute(status -> items(skus, "FOR UPDATE SKIP LOCKED"));
        kept.removeAll(Objects.requireNonNull(free));
        if (!kept.isEmpty()) {
            kept.forEach(sku -> locked.put(sku, true));
            log.warn("another session keeps the rows of {}", kept);
        }
    }

    private List<String> items(Collection<String> skus, String lock) {
        return jdbc.query(
                "SELECT sku FROM item WHERE sku = ANY (?) " + lock, (row, number) -> row.getString("sku"), (Object)
                        skus.toArray(String[]::new));
    }
}
