package dev.layeredsaga.inventory.claim.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.claim.Claims;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.inventory.queue.QueueProperties;
import dev.layeredsaga.inventory.queue.Timeouts;
import dev.layeredsaga.inventory.queue.WaiterTable;
import dev.layeredsaga.inventory.section.Section;
import dev.layeredsaga.messaging.sweep.RowSweep;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Waiters whose time to keep stock ran out while no instance looked, because all were down or at rest. */
class RemainingWaitersTest {

    private static final int MANY = 1_000;

    private final RunningInventory running = RunningInventory.shared();
    private final String sku = "kept-" + UUID.randomUUID();

    @Test
    void looksBackAnHourAtFirstAndKeepsWhatItFindsUntilItIsHandled() {
        running.client().putItem(sku, 4, "COUNTED");
        joined("30 min");
        joined("1 s");
        running.database()
                .sql("UPDATE item SET waiting = 2 WHERE sku = ?")
                .param(sku)
                .update();
        RowSweep<String> sweep = newInstance();

        assertThat(sweep.find(MANY, Set.of())).contains(sku);
        assertThat(sweep.find(MANY, Set.of(sku))).as("after a failure").doesNotContain(sku);
        assertThat(sweep.find(MANY, Set.of())).as("not handled").contains(sku);
        sweep.handle(List.of(sku));
        assertThat(sweep.find(MANY, Set.of())).as("handled").doesNotContain(sku);
    }

    private void joined(String ago) {
        running.database().sql("""
                        WITH added AS (
                          INSERT INTO waiter (saga_id, step, attempt, ttl_millis, since, gives_up_at)
                          VALUES (gen_random_uuid(), 'reserve', 1, 60000, now() - ?::interval, now() + interval '1 h')
                          RETURNING saga_id)
                        INSERT INTO waiter_line (saga_id, sku, quantity) SELECT saga_id, ?, 9 FROM added
                        """).params(ago, sku).update();
    }

    private RowSweep<String> newInstance() {
        return new RemainingWaiters(
                        running.bean(WaiterTable.class),
                        running.bean(Section.class),
                        running.bean(Claims.class),
                        running.bean(Timeouts.class),
                        Duration.ofSeconds(1))
                .itemsNoLongerKept(running.bean(QueueProperties.class));
    }
}
