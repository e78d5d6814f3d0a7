package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.RunningInventory;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** A section finds its claims by their keys, however many claims are stored. */
class ManyClaimsTest {

    /**
     * Large enough that PostgreSQL's default would scan the table for sixty claims, small enough that it would not always use the
     * index.
     */
    private static final int STORED = 20_000;

    @SuppressWarnings("NullAway.Init")
    private static RunningInventory running;

    private final JdbcClient database = running.bean(JdbcClient.class);

    @BeforeAll
    static void start() {
        running = RunningInventory.start(RunningInventory.quietSettings());
    }

    @AfterAll
    static void stop() {
        running.close();
    }

    @Test
    void readsTheClaimsOfASectionWithoutLookingThroughAll() {
        running.client().putItem("sold", STORED, "COUNTED");
        List<UUID> ids = store();

        running.bean(TransactionOperations.class).executeWithoutResult(status -> {
            long looksThrough = scansHere("seq_scan");
            long looksByKey = scansHere("idx_scan");

            List<Claim> found = running.bean(ClaimRepository.class).findAll(ids.subList(0, 40), ids.subList(40, 60));

            assertThat(found)
                    .hasSize(60)
                    .allSatisfy(claim -> assertThat(claim.lines()).hasSize(1));
            assertThat(scansHere("idx_scan")).isGreaterThan(looksByKey);
            assertThat(scansHere("seq_scan")).isEqualTo(looksThrough);
        });
    }

    /** Stores claims with the ids of their sagas. */
    private List<UUID> store() {
        List<UUID> ids = database.sql("""
                        INSERT INTO claim (id, saga_id, owner, token, state, created_at, expires_at, version, skus, quantities, fences)
                        SELECT id, id, id::text, gen_random_uuid(), 'CONFIRMED', now(), now(), 0, '{sold}', '{1}', '{0}'
                        FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, ?)) AS saga RETURNING id
                        """)
                .param(STORED)
                .query((row, number) -> row.getObject("id", UUID.class))
                .list();
        database.sql("ANALYZE claim").update();
        return ids;
    }

    /**
     * Returns the number of scans of this kind by this connection that are not yet in the shared statistics: scans shortly before
     * the current transaction are included.
     */
    private long scansHere(String kind) {
        return database.sql("SELECT sum(%s) FROM pg_stat_xact_user_tables WHERE relname = 'claim'".formatted(kind))
                .query(Long.class)
                .single();
    }
}
