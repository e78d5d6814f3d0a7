package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** An operator's release of a claim without its token. */
class ForcedReleaseTest {

    private final RunningInventory running = RunningInventory.shared();
    private final InventoryClient operator = running.client();
    private final String sku = "forced-" + UUID.randomUUID();

    @Test
    void freesTheItemAndKeepsWhoDidItAndWhy() {
        operator.putItem(sku, 1, "EXCLUSIVE");
        Answer claim = operator.claim("mina", sku);

        Answer released = release(claim, "{\"reason\": \"the buyer never came back\", \"onBehalfOf\": \"juno\"}");

        assertThat(released.status()).isEqualTo(200);
        assertThat(released.text("state")).isEqualTo("RELEASED");
        assertThat(operator.item(sku).path("status").asString()).isEqualTo("AVAILABLE");
        assertThat(operator.get("/claims/" + claim.text("claimId"))
                        .body()
                        .path("actions")
                        .path(0)
                        .toString())
                .contains("FORCED_RELEASE", "juno through kim", "the buyer never came back");
        assertThat(operator.confirm(claim).code()).isEqualTo("CLAIM_LOST");
    }

    @Test
    void hasTheEffectOfOneWhenRepeated() {
        operator.putItem(sku, 2, "COUNTED");
        Answer claim = operator.claim("mina", sku);
        String because = "{\"reason\": \"twice\"}";
        release(claim, because);

        Answer again = release(claim, because);

        assertThat(again.text("state")).isEqualTo("RELEASED");
        assertThat(again.body().path("actions")).hasSize(1);
        assertThat(operator.item(sku).path("reserved").asInt()).isZero();
    }

    @Test
    void leavesASaleAlone() {
        operator.putItem(sku, 1, "EXCLUSIVE");
        Answer claim = operator.claim("mina", sku);
        operator.confirm(claim);

        Answer refused = release(claim, "{\"reason\": \"too late\"}");

        assertThat(refused.code()).isEqualTo("CLAIM_CONFIRMED");
        assertThat(operator.get("/claims/" + claim.text("claimId")).body().path("actions"))
                .isEmpty();
    }

    @Test
    void servesTheQueue() {
        operator.putItem(sku, 1, "EXCLUSIVE");
        Answer claim = operator.claim("mina", sku);
        SagaAtDesk waiting = SagaAtDesk.of(running);
        assertThat(waiting.waitFor(sku)).isInstanceOf(ClaimOutcome.Queued.class);

        release(claim, "{\"reason\": \"the buyer never came back\"}");

        assertThat(operator.item(sku).path("sagaId").asString())
                .isEqualTo(waiting.id().toString());
    }

    @Test
    void isForOperatorsWithAReason() {
        operator.putItem(sku, 1, "EXCLUSIVE");
        Answer claim = operator.claim("mina", sku);
        String path = "/claims/" + claim.text("claimId") + "/forced-release";

        assertThat(operator.as(LocalIssuer.get().customer("mina"))
                        .post(path, "{\"reason\": \"mine\"}")
                        .status())
                .isEqualTo(403);
        assertThat(operator.post(path, "{\"reason\": \" \"}").code()).isEqualTo("VALIDATION_FAILED");
        assertThat(operator.post("/claims/" + UUID.randomUUID() + "/forced-release", "{\"reason\": \"-\"}")
                        .code())
                .isEqualTo("CLAIM_NOT_FOUND");
        assertThat(operator.item(sku).path("status").asString()).isEqualTo("RESERVING");
    }

    private Answer release(Answer claim, String body) {
        return operator.post("/claims/" + claim.text("claimId") + "/forced-release", body);
    }
}
