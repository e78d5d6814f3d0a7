package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.Refusal;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Sold stock comes back once for each return, and never more than was sold. */
class ReturnsTest {

    private final RunningInventory running = RunningInventory.shared();
    private final InventoryClient operator = running.client();
    private final SagaAtDesk buyer = SagaAtDesk.of(running);
    private final String book = "book-" + UUID.randomUUID();
    private final String pen = "pen-" + UUID.randomUUID();
    private final String name = "return " + UUID.randomUUID() + "/restock";

    @BeforeEach
    void stockUp() {
        operator.putItem(book, 10, "COUNTED");
        operator.putItem(pen, 10, "COUNTED");
    }

    @Test
    void putsBackAndWritesOffWhatWasSold() {
        ClaimSnapshot sale = buyer.buy(3, book, pen);

        assertThat(buyer.takeBack(name, Map.of(book, 2), Map.of(book, 1, pen, 1)))
                .isInstanceOf(ClaimOutcome.Restored.class);

        assertThat(onHand(book)).isEqualTo(9);
        assertThat(onHand(pen)).isEqualTo(7);
        JsonNode claim = operator.get("/claims/" + sale.id()).body();
        assertThat(claim.path("state").asString()).isEqualTo("CONFIRMED");
        assertThat(claim.path("lines")
                        .valueStream()
                        .map(line -> line.path("returned").asInt()))
                .containsExactly(3, 1);
        assertThat(movements(book)).containsExactly("-1 written off", "3 returned", "10 set");
        assertThat(movements(pen)).containsExactly("-1 written off", "1 returned", "10 set");
        JsonNode latest = operator.get("/items/" + book + "/movements").body().at("/movements/0");
        assertThat(latest.path("operator").asString()).isEqualTo(name);
        assertThat(latest.path("available").asInt()).isEqualTo(9);
        expectBalance();
    }

    @Test
    void saysOfALineOfWhichNothingCameBackOnlyHowManyItHas() {
        ClaimSnapshot sale = buyer.buy(1, book);

        JsonNode line = operator.get("/claims/" + sale.id()).body().at("/lines/0");

        assertThat(line.propertyNames()).containsExactly("sku", "quantity");
    }

    @Test
    void answersARepetitionWithoutDoingItAgain() {
        buyer.buy(3, book, pen);
        buyer.takeBack(name, Map.of(book, 1), Map.of(pen, 1));

        assertThat(buyer.takeBack(name, Map.of(book, 1), Map.of(pen, 1))).isInstanceOf(ClaimOutcome.Restored.class);

        assertThat(onHand(book)).isEqualTo(8);
        assertThat(movements(pen)).hasSize(3);
        expectBalance();
    }

    @Test
    void refusesOtherLinesUnderTheSameName() {
        buyer.buy(3, book, pen);
        buyer.takeBack(name, Map.of(book, 1), Map.of());

        for (Map<String, Integer> other : List.of(Map.of(book, 2), Map.of(pen, 1), Map.of(book, 1, pen, 1))) {
            assertThat(refusalOf(buyer.takeBack(name, other, Map.of()))).isEqualTo("RESTORED_OTHERWISE");
        }
        assertThat(refusalOf(buyer.takeBack(name, Map.of(), Map.of(book, 1)))).isEqualTo("RESTORED_OTHERWISE");
        assertThat(onHand(book)).isEqualTo(8);
        assertThat(onHand(pen)).isEqualTo(7);
    }

    @Test
    void refusesAllLinesIfOneIsMoreThanWasSold() {
        buyer.buy(3, book, pen);
        buyer.takeBack("return " + UUID.randomUUID(), Map.of(book, 1), Map.of(book, 1));

        assertThat(refusalOf(buyer.takeBack(name, Map.of(book, 2, pen, 1), Map.of())))
                .isEqualTo("MORE_THAN_SOLD");
        assertThat(refusalOf(buyer.takeBack(name, Map.of(book, 1), Map.of(book, 1))))
                .isEqualTo("MORE_THAN_SOLD");
        assertThat(refusalOf(buyer.takeBack(name, Map.of("unsold", 1), Map.of())))
                .isEqualTo("MORE_THAN_SOLD");
        assertThat(onHand(pen)).isEqualTo(7);

        assertThat(buyer.takeBack(name, Map.of(book, 1, pen, 1), Map.of())).isInstanceOf(ClaimOutcome.Restored.class);
        expectBalance();
    }

    @Test
    void refusesWhatIsNotSold() {
        assertThat(refusalOf(buyer.takeBack(name, Map.of(book, 1), Map.of()))).isEqualTo("UNKNOWN_SALE");

        ClaimSnapshot held = buyer.claim(book);
        assertThat(refusalOf(buyer.takeBack(name, Map.of(book, 1), Map.of()))).isEqualTo("UNKNOWN_SALE");

        buyer.confirm(held);
        buyer.compensate();
        assertThat(refusalOf(buyer.takeBack(name, Map.of(book, 1), Map.of()))).isEqualTo("UNKNOWN_SALE");
        assertThat(onHand(book)).isEqualTo(10);
    }

    @Test
    void leavesToACompensationWhatHasNotComeBack() {
        buyer.buy(3, book, pen);
        buyer.takeBack(name, Map.of(book, 1, pen, 1), Map.of(pen, 2));

        buyer.compensate();

        assertThat(onHand(book)).isEqualTo(10);
        assertThat(onHand(pen)).isEqualTo(8);
        assertThat(running.unbalanced()).doesNotContain(book, pen);
    }

    @Test
    void givesWhatComesBackToThoseWhoWaitForIt() {
        buyer.buy(9, book);
        Answer alices = operator.claim("alice", book);
        SagaAtDesk first = SagaAtDesk.of(running);
        SagaAtDesk second = SagaAtDesk.of(running);
        assertThat(first.waitFor(book)).isInstanceOf(ClaimOutcome.Queued.class);
        assertThat(second.waitFor(book)).isInstanceOf(ClaimOutcome.Queued.class);

        buyer.takeBack(name, Map.of(book, 1), Map.of(book, 1));

        assertThat(first.waitFor(book)).isInstanceOf(ClaimOutcome.Granted.class);
        assertThat(second.waitFor(book)).isInstanceOf(ClaimOutcome.Queued.class);
        assertThat(operator.release(alices).status()).isEqualTo(204);
        second.compensate();
        first.compensate();
    }

    @Test
    void takesBackAnItemThatAnotherClaimHasLocked() {
        String seat = "seat-" + UUID.randomUUID();
        operator.putItem(seat, 2, "EXCLUSIVE");
        buyer.buy(1, seat);
        Answer alices = operator.claim("alice", seat);

        assertThat(buyer.takeBack(name, Map.of(seat, 1), Map.of())).isInstanceOf(ClaimOutcome.Restored.class);

        JsonNode item = operator.item(seat);
        assertThat(item.path("onHand").asInt()).isEqualTo(2);
        assertThat(item.path("status").asString()).isEqualTo("RESERVING");
        assertThat(operator.claim("bob", seat).code()).isEqualTo("RESOURCE_BUSY");
        assertThat(operator.confirm(alices).status()).isEqualTo(200);
    }

    @Test
    void takesBackARetiredItemWhichIsNotForSale() {
        buyer.buy(3, book);
        assertThat(operator.delete("/items/" + book).status()).isEqualTo(204);

        assertThat(buyer.takeBack(name, Map.of(book, 2), Map.of())).isInstanceOf(ClaimOutcome.Restored.class);

        assertThat(running.onHandByTheLedger(book)).isEqualTo(2);
        assertThat(operator.claim("mina", book).code()).isEqualTo("UNKNOWN_SKU");
        expectBalance();
    }

    @Test
    void knowsAReturnWhoseSaleIsForgotten() {
        ClaimSnapshot sale = buyer.buy(3, book);
        buyer.takeBack(name, Map.of(book, 1), Map.of());
        running.database()
                .sql("DELETE FROM claim WHERE id = ?")
                .param(sale.id())
                .update();

        assertThat(buyer.takeBack(name, Map.of(book, 1), Map.of())).isInstanceOf(ClaimOutcome.Restored.class);
        assertThat(refusalOf(buyer.takeBack("return " + UUID.randomUUID(), Map.of(book, 1), Map.of())))
                .isEqualTo("UNKNOWN_SALE");
        assertThat(onHand(book)).isEqualTo(8);
    }

    @Test
    void knowsAReturnAfterARestart() {
        Map<String, String> settings = RunningInventory.quietSettings();
        try (RunningInventory before = RunningInventory.start(settings)) {
            before.client().putItem(book, 10, "COUNTED");
            SagaAtDesk atFirst = SagaAtDesk.of(before, buyer.id());
            atFirst.buy(3, book);
            atFirst.takeBack(name, Map.of(book, 2), Map.of());
        }
        try (RunningInventory after = RunningInventory.start(settings)) {
            SagaAtDesk again = SagaAtDesk.of(after, buyer.id());
            assertThat(again.takeBack(name, Map.of(book, 2), Map.of())).isInstanceOf(ClaimOutcome.Restored.class);
            assertThat(refusalOf(again.takeBack("return " + UUID.randomUUID(), Map.of(book, 2), Map.of())))
                    .isEqualTo("MORE_THAN_SOLD");
            assertThat(after.client().item(book).path("onHand").asInt()).isEqualTo(9);
            assertThat(after.unbalanced()).isEmpty();
        }
    }

    private void expectBalance() {
        for (String sku : List.of(book, pen)) {
            assertThat(running.database()
                            .sql("SELECT on_hand FROM item WHERE sku = ?")
                            .param(sku)
                            .query(Long.class)
                            .single())
                    .isEqualTo(running.onHandByTheLedger(sku));
        }
        assertThat(running.unbalanced()).doesNotContain(book, pen);
    }

    private int onHand(String sku) {
        return operator.item(sku).path("onHand").asInt();
    }

    private List<String> movements(String sku) {
        return operator.get("/items/" + sku + "/movements")
                .body()
                .path("movements")
                .valueStream()
                .map(movement -> movement.path("delta").asInt() + " "
                        + movement.path("reason").asString())
                .toList();
    }

    private static String refusalOf(ClaimOutcome outcome) {
        return outcome instanceof ClaimOutcome.Refused(Refusal refusal) ? refusal.code() : outcome.toString();
    }
}
