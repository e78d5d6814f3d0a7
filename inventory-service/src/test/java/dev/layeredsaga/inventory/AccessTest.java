package dev.layeredsaga.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Access rules of the inventory. The order-service's test of this name covers the validation of tokens. */
class AccessTest {

    private final InventoryClient operator = RunningInventory.shared().client();
    private final InventoryClient mina = operator.as(LocalIssuer.get().customer("mina"));
    private final InventoryClient juno = operator.as(LocalIssuer.get().customer("juno"));
    private final String sku = "open-" + UUID.randomUUID();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/items",
                "/items/x",
                "/claims",
                "/claims/0198a000-0000-4000-8000-000000000000",
                "/actuator/metrics"
            })
    void asksForAToken(String path) {
        assertThat(operator.as("").get(path).status()).isEqualTo(401);
    }

    @Test
    void letsCustomersHoldExtendAndReleaseTheirOwn() {
        operator.putItem(sku, 1, "EXCLUSIVE");

        Answer claim = mina.claim("mina", sku);

        assertThat(claim.status()).isEqualTo(201);
        assertThat(mina.extend(claim, 60).status()).isEqualTo(200);
        assertThat(mina.get("/claims").body().toString())
                .contains(claim.text("claimId"))
                .doesNotContain(claim.text("token"));
        assertThat(mina.release(claim).status()).isEqualTo(204);
    }

    /** Checks that this holds even with the right token of the claim. */
    @Test
    void keepsTheClaimsOfOthersOutOfSight() {
        operator.putItem(sku, 1, "EXCLUSIVE");
        Answer claim = mina.claim("mina", sku);

        assertThat(juno.get("/claims/" + claim.text("claimId")).status()).isEqualTo(404);
        assertThat(juno.extend(claim, 60).code()).isEqualTo("CLAIM_NOT_FOUND");
        assertThat(juno.release(claim).code()).isEqualTo("CLAIM_NOT_FOUND");
        assertThat(juno.get("/claims?owner=mina").status()).isEqualTo(403);
        assertThat(juno.get("/claims?sku=" + sku).body()).isEmpty();
        assertThat(juno.claim("mina", sku).status()).isEqualTo(403);
        assertThat(operator.get("/claims/" + claim.text("claimId")).text("state"))
                .isEqualTo("HELD");
    }

    @Test
    void leavesStockAndConfirmationToOperators() {
        assertThat(mina.putItem(sku, 1, "COUNTED").status()).isEqualTo(403);
        assertThat(mina.move(sku, 1, sku).status()).isEqualTo(403);
        assertThat(mina.get("/items/" + sku + "/movements").status()).isEqualTo(403);
        assertThat(mina.delete("/items/" + sku).status()).isEqualTo(403);
        assertThat(operator.putItem(sku, 1, "COUNTED").status()).isEqualTo(201);
        Answer claim = mina.claim("mina", sku);

        assertThat(mina.confirm(claim).code()).isEqualTo("FORBIDDEN");
        assertThat(operator.confirm(claim).status()).isEqualTo(200);
    }
}
