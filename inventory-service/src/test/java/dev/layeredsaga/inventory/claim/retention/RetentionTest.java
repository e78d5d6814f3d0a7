package dev.layeredsaga.inventory.claim.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.request.ClaimDesk;
import dev.layeredsaga.inventory.fixture.DatabaseTime;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.messaging.sweep.Sweeps;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

class RetentionTest {

    @Test
    void removesWhatEndedLongAgoAndNothingElse() {
        Map<String, String> settings = RunningInventory.quietSettings();
        settings.put("inventory.retention.batch-size", "2");
        DatabaseTime time = DatabaseTime.settableIn(settings);
        try (RunningInventory running = RunningInventory.start(settings)) {
            InventoryClient inventory = running.client();
            inventory.putItem("stock", 100, "COUNTED");
            Answer confirmed = inventory.claim("mina", "stock");
            inventory.confirm(confirmed);
            inventory.release(inventory.claim("mina", "stock"));
            inventory.release(inventory.claim("juno", "stock"));
            running.bean(ClaimDesk.class).handle(new ClaimCommand.ReleaseSaga(UUID.randomUUID()));
            Answer held = inventory.claim("mina", "stock");

            time.advance(Duration.ofDays(29));
            assertThat(removed(running)).isZero();
            assertThat(inventory.confirm(confirmed).status())
                    .as("repeated within the time")
                    .isEqualTo(200);

            time.advance(Duration.ofDays(2));
            Answer fresh = inventory.claim("juno", "stock");
            inventory.release(fresh);
            assertThat(removed(running)).isEqualTo(4);

            assertThat(statusOf(confirmed, inventory)).isEqualTo(404);
            assertThat(statusOf(held, inventory))
                    .as("held, if only for want of a reaper")
                    .isEqualTo(200);
            assertThat(statusOf(fresh, inventory)).isEqualTo(200);
            assertThat(count(running, "claim")).isEqualTo(2);
            assertThat(running.unbalanced()).as("although a sale is forgotten").isEmpty();
        }
    }

    /** Has the old claims removed; returns how many have been by now. */
    private static double removed(RunningInventory running) {
        running.bean(Sweeps.class).tick("ended claims and old keys");
        return running.bean(MeterRegistry.class)
                .get("inventory.retention.removed")
                .counter()
                .count();
    }

    /** Checks the query plan of a large table: by the primary key, oldest first, and no sorting. */
    @Test
    void findsWhatIsOldByTheKey() {
        String plan = RunningInventory.shared()
                .bean(TransactionOperations.class)
                .execute(status -> planOf(RunningInventory.shared().database()));
        assertThat(plan).contains("Index Scan using claim_pkey").doesNotContain("Sort");
    }

    @ParameterizedTest
    @CsvSource({
        "inventory.retention.keep, 7d, inventory.retention.keep (PT168H) must be longer than inventory.retention.topics (PT168H)",
        "inventory.holds.keep-keys, 30d, inventory.retention.keep (PT720H) must be longer than inventory.holds.keep-keys (PT720H)",
        "inventory.retention.returns, 30d, inventory.retention.keep (PT720H) must be longer than inventory.retention.returns (PT720H)",
        "messaging.inbox.retention, 30d, inventory.retention.keep (PT720H) must be longer than messaging.inbox.retention (PT720H)"
    })
    void refusesToKeepClaimsForLessLongThanTheyAreNeeded(String setting, String value, String message) {
        Map<String, String> settings = RunningInventory.quietSettings();
        settings.put(setting, value);
        assertThatThrownBy(() -> RunningInventory.start(settings).close())
                .extracting(failure -> NestedExceptionUtils.getMostSpecificCause((Throwable) failure)
                        .getMessage())
                .isEqualTo(message);
    }

    private static String planOf(JdbcClient database) {
        database.sql("SET LOCAL enable_seqscan = off").update();
        return String.join("\n", database.sql("""
                        EXPLAIN SELECT id FROM claim WHERE id < uuidv7() AND state <> 'HELD' AND expires_at < clock_timestamp()
                        ORDER BY id LIMIT 500 FOR UPDATE SKIP LOCKED
                        """).query(String.class).list());
    }

    private static int statusOf(Answer claim, InventoryClient inventory) {
        return inventory.get("/claims/" + claim.text("claimId")).status();
    }

    private static long count(RunningInventory running, String table) {
        return running.database()
                .sql("SELECT count(*) FROM " + table)
                .query(Long.class)
                .single();
    }
}
