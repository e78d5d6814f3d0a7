package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Customers who may confirm their holds, by the scope {@code inventory.confirm-own}. */
class OwnConfirmationTest {

    private final RunningInventory running = RunningInventory.shared();
    private final InventoryClient operator = running.client();
    private final InventoryClient mina = confirming("mina");
    private final SagaAtDesk saga = SagaAtDesk.of(running);
    private final String sku = "own-" + UUID.randomUUID();

    private InventoryClient confirming(String customer) {
        return operator.as(LocalIssuer.get()
                .token(
                        customer,
                        "customer inventory.confirm-own",
                        LocalIssuer.AUDIENCE,
                        Instant.now().plus(Duration.ofHours(1))));
    }

    @BeforeEach
    void stockUp() {
        operator.putItem(sku, 3, "COUNTED");
    }

    @Test
    void confirmAHoldOfTheirOwnWithItsToken() {
        Answer claim = mina.claim("mina", sku);

        assertThat(mina.confirm(claim.text("claimId"), UUID.randomUUID().toString())
                        .code())
                .isEqualTo("CLAIM_LOST");
        assertThat(mina.confirm(claim).text("state")).isEqualTo("CONFIRMED");
        assertThat(mina.confirm(claim).status()).isEqualTo(200);
        assertThat(operator.item(sku).path("onHand").asInt()).isEqualTo(2);
    }

    @Test
    void confirmNoOthersEvenWithItsToken() {
        Answer junos = operator.claim("juno", sku);

        assertThat(mina.confirm(junos).code()).isEqualTo("CLAIM_NOT_FOUND");

        assertThat(running.heldOf(sku)).isOne();
    }

    @Test
    void confirmNoHoldThatASagaHasAdoptedEvenWithTheSagasToken() {
        Answer hold = mina.claim("mina", sku);
        ClaimSnapshot sagas = saga.adopt(hold, sku, 1);

        assertThat(mina.confirm(hold).code()).isEqualTo("CLAIM_LOST");
        assertThat(mina.confirm(sagas.id().toString(), sagas.token().toString()).code())
                .isEqualTo("CLAIM_LOST");

        assertThat(running.heldOf(sku)).isOne();
    }

    @Test
    void confirmNoSagasClaimWhateverTheirName() {
        ClaimSnapshot sagas = saga.claim(sku);

        assertThat(confirming(saga.id().toString())
                        .confirm(sagas.id().toString(), sagas.token().toString())
                        .code())
                .isEqualTo("CLAIM_NOT_FOUND");

        assertThat(running.heldOf(sku)).isOne();
    }
}
