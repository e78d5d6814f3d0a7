package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.Reaper;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Overdue claims that cannot be ended because of damaged data do not block later ones. */
class DamagedDataTest {

    private static final int DAMAGED = 120;

    @Test
    void goesPastOverdueClaimsThatCannotBeEnded() {
        try (RunningInventory running = RunningInventory.start(RunningInventory.quietSettings())) {
            InventoryClient inventory = running.client();
            String damaged = "damaged-" + UUID.randomUUID();
            String sound = "sound-" + UUID.randomUUID();
            inventory.putItem(damaged, DAMAGED, "COUNTED");
            inventory.putItem(sound, 1, "EXCLUSIVE");
            for (int i = 0; i < DAMAGED; i++) {
                running.letExpire(inventory.claim("mina", damaged).text("claimId"));
            }
            String later = inventory.claim("juno", sound).text("claimId");
            running.letExpire(later);
            running.database()
                    .sql("UPDATE item SET reserved = 0 WHERE sku = ?")
                    .param(damaged)
                    .update();

            Reaper reaper = new Reaper(running);
            assertThat(reaper.reap()).isOne();

            assertThat(inventory.get("/claims/" + later).text("state")).isEqualTo("EXPIRED");
            assertThat(failing(running)).isEqualTo(DAMAGED);
            assertThat(reaper.reap()).isZero();

            running.database()
                    .sql("UPDATE item SET reserved = ? WHERE sku = ?")
                    .param(DAMAGED)
                    .param(damaged)
                    .update();
            await().until(() -> {
                reaper.reap();
                return failing(running) == 0;
            });
            assertThat(running.heldOf(damaged)).isZero();
        }
    }

    private static double failing(RunningInventory running) {
        return running.bean(MeterRegistry.class)
                .get("sweeps.rows.failing")
                .tag("sweep", "overdue claims")
                .gauge()
                .value();
    }
}
