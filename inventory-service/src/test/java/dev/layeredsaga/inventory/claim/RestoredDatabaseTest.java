package dev.layeredsaga.inventory.claim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.Reaper;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.testbed.infrastructure.OperationsPage;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** A restored database: sold items are on sale in it, and the time of its claims is over long since. */
class RestoredDatabaseTest {

    private final Map<String, String> settings = RunningInventory.quietSettings();

    @Test
    void sellsNothingUntilItsStockIsSetButWhatWasHeld() {
        Answer ofSeat;
        Answer ofTickets;
        try (RunningInventory before = RunningInventory.start(settings)) {
            InventoryClient inventory = before.client();
            inventory.putItem("seat", 1, "EXCLUSIVE");
            inventory.putItem("held-seat", 1, "EXCLUSIVE");
            inventory.putItem("ticket", 10, "COUNTED");
            ofSeat = inventory.claim("alice", "held-seat");
            ofTickets = inventory.claim("alice", "ticket", 2);
            before.letExpire(ofSeat.text("claimId"));
            before.letExpire(ofTickets.text("claimId"));
        }

        new ResourceDatabasePopulator(new ByteArrayResource(
                        OperationsPage.sqlForARestoredInventory().getBytes(UTF_8)))
                .execute(new DriverManagerDataSource(
                        Objects.requireNonNull(settings.get("spring.datasource.url")),
                        Objects.requireNonNull(settings.get("spring.datasource.username")),
                        Objects.requireNonNull(settings.get("spring.datasource.password"))));

        try (RunningInventory restored = RunningInventory.start(settings)) {
            InventoryClient inventory = restored.client();
            new Reaper(restored).reap();
            for (String sku : new String[] {"seat", "held-seat", "ticket"}) {
                assertThat(inventory.claim("bob", sku).status()).as(sku).isEqualTo(409);
            }
            assertThat(inventory.extend(ofSeat, 60).status()).isEqualTo(200);
            assertThat(inventory.confirm(ofSeat).status()).isEqualTo(200);
            assertThat(inventory.confirm(ofTickets).status()).isEqualTo(200);
            for (String sku : new String[] {"seat", "held-seat", "ticket"}) {
                assertThat(inventory.claim("bob", sku).status()).as(sku).isEqualTo(409);
                inventory.putItem(sku, 1, sku.equals("ticket") ? "COUNTED" : "EXCLUSIVE");
                assertThat(inventory.claim("bob", sku).status()).as(sku).isEqualTo(201);
            }
            assertThat(restored.unbalanced()).isEmpty();
        }
    }
}
