package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.fixture.DatabaseTime;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import java.util.Map;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** The ledger of stock adds up whatever sagas do, and from the version on that had none. */
class LedgerOfSalesTest {

    private final String seat = "seat-" + UUID.randomUUID();

    @Test
    void addsUpWhenASoldPieceComesBackToARetiredItem() {
        RunningInventory running = RunningInventory.shared();
        InventoryClient operator = running.client();
        operator.putItem(seat, 2, "EXCLUSIVE");
        SagaAtDesk saga = SagaAtDesk.of(running);
        ClaimSnapshot claim = saga.claim(seat);
        saga.confirm(claim);
        assertThat(operator.delete("/items/" + seat).status()).isEqualTo(204);

        saga.compensate();

        assertThat(running.onHandByTheLedger(seat)).isOne();
        assertThat(running.unbalanced()).doesNotContain(seat);
        assertThat(operator.claim("mina", seat).code()).isEqualTo("UNKNOWN_SKU");
        assertThat(operator.putItem(seat, 2, "EXCLUSIVE").status()).isEqualTo(201);
        assertThat(running.onHandByTheLedger(seat)).isEqualTo(2);
        assertThat(running.unbalanced()).doesNotContain(seat);
    }

    @Test
    void beginsWithWhatWasThereAndWasSold() {
        Map<String, String> settings = RunningInventory.quietSettings();
        Flyway.configure()
                .dataSource(
                        settings.get("spring.datasource.url"),
                        settings.get("spring.datasource.username"),
                        settings.get("spring.datasource.password"))
                .locations("classpath:db/inventory")
                .target("13")
                .load()
                .migrate();
        DatabaseTime.databaseOf(settings).sql("""
                        INSERT INTO item (sku, on_hand, reserved, policy, fence, version, waiting)
                        VALUES ('seat', 7, 2, 'COUNTED', 4, 0, 0), ('none', 0, 0, 'COUNTED', 0, 0, 0)
                        """).update();
        UUID saga = UUID.randomUUID();
        DatabaseTime.databaseOf(settings).sql("""
                        INSERT INTO claim (
                          id, saga_id, owner, token, state, created_at, expires_at, version, skus, quantities, fences)
                        VALUES
                          (uuidv7(), ?, 'x', uuidv7(), 'CONFIRMED', now(), now() + interval '1 h', 0, '{seat}', '{3}', '{3}'),
                          (uuidv7(), NULL, 'x', uuidv7(), 'HELD', now(), now() + interval '1 h', 0, '{seat}', '{2}', '{4}')
                        """).param(saga).update();

        try (RunningInventory running = RunningInventory.start(settings)) {
            assertThat(running.unbalanced()).isEmpty();
            var opening = running.client().get("/items/seat/movements").body().path("movements");
            assertThat(opening).hasSize(1);
            assertThat(opening.path(0).path("delta").asInt()).isEqualTo(10);
            assertThat(opening.path(0).path("reason").asString()).isEqualTo("opening");
            assertThat(opening.path(0).path("available").asInt()).isEqualTo(5);

            SagaAtDesk.of(running, saga).compensate();

            assertThat(running.client().item("seat").path("onHand").asInt()).isEqualTo(10);
            assertThat(running.unbalanced()).isEmpty();
        }
    }
}
