package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.fixture.AtOnce;
import dev.layeredsaga.inventory.fixture.Contest;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Races between two instances on one database. Each contestant reads the item, finds it free and writes; if two could do so at
 * the same time, the later write would hide the earlier, and the claims would hold more than there is.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RaceContract {

    private final String provider;

    @SuppressWarnings("NullAway.Init")
    private RunningInventory one;

    @SuppressWarnings("NullAway.Init")
    private RunningInventory other;

    RaceContract(String provider) {
        this.provider = provider;
    }

    @BeforeAll
    void startTwoInstances() {
        Map<String, String> settings = RunningInventory.quietSettings();
        settings.put("inventory.locking.provider", provider);
        one = RunningInventory.start(settings);
        other = RunningInventory.start(settings);
    }

    @AfterAll
    void stopBoth() {
        one.close();
        other.close();
    }

    @RepeatedTest(5)
    void givesTheLastSeatToOneOfThirty() throws Exception {
        String seat = stocked("seat", 1, "EXCLUSIVE");
        Contest contest = Contest.over(seat, 30, bothInstances());
        assertThat(contest.granted()).hasSize(1);
        assertThat(contest.refusals()).hasSize(29).containsOnly("RESOURCE_BUSY");
        assertThat(one.heldOf(seat)).isOne();
    }

    @Test
    void givesTwentyTicketsToTwentyOfSixtyFour() throws Exception {
        String ticket = stocked("ticket", 20, "COUNTED");
        Contest contest = Contest.over(ticket, 64, bothInstances());
        assertThat(contest.granted()).hasSize(20);
        assertThat(contest.refusals()).hasSize(44).containsOnly("RESOURCE_BUSY");
        assertThat(one.heldOf(ticket)).isEqualTo(20);
        assertThat(one.client().item(ticket).path("reserved").asInt()).isEqualTo(20);
    }

    @Test
    void sellsATakenOverSeatToNoMoreThanOne() throws Exception {
        String seat = stocked("seat", 1, "EXCLUSIVE");
        Answer orphan = one.client().claim("orphan", seat);
        one.letExpire(orphan.text("claimId"));
        Contest contest = Contest.over(seat, 20, bothInstances());
        assertThat(contest.granted()).hasSize(1);
        assertThat(confirm(orphan).code()).isEqualTo("CLAIM_LOST");
        assertThat(confirm(contest.granted().getFirst()).status()).isEqualTo(200);
        assertThat(one.client().item(seat).path("onHand").asInt()).isZero();
    }

    /**
     * Lets sagas join the queue while the item is being freed: each must be served by the transaction that frees it, or find it
     * free.
     */
    @RepeatedTest(20)
    void leavesNoSagaInLineForWhatIsFree() throws Exception {
        String seat = stocked("seat", 9, "EXCLUSIVE");
        Answer alices = one.client().claim("alice", seat);
        List<Callable<Object>> atOnce = new ArrayList<>();
        atOnce.add(() -> InventoryClient.repeatedly(() -> one.client().release(alices)));
        for (int i = 0; i < 4; i++) {
            SagaAtDesk saga = SagaAtDesk.of(i % 2 == 0 ? one : other);
            atOnce.add(() -> saga.waitFor(seat));
        }
        AtOnce.call(atOnce);
        for (int served = 1; served <= 4; served++) {
            var item = one.client().item(seat);
            assertThat(item.path("status").asString()).isEqualTo("RESERVING");
            assertThat(item.path("waiting")).hasSize(4 - served);
            SagaAtDesk.of(other, UUID.fromString(item.path("sagaId").asString()))
                    .compensate();
        }
    }

    /** Lets claims hold and movements take the last pieces: each piece goes to one of them. */
    @RepeatedTest(5)
    void givesEachPieceToAClaimOrAMovement() throws Exception {
        String book = stocked("book", 20, "COUNTED");
        List<Callable<Answer>> atOnce = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            InventoryClient instance = bothInstances().get(i % 2);
            String name = book + "-" + i;
            atOnce.add(() -> InventoryClient.repeatedly(() -> instance.claim(name, book)));
            atOnce.add(() -> InventoryClient.repeatedly(() -> instance.move(book, -1, name)));
        }

        List<Answer> answers = AtOnce.call(atOnce);

        assertThat(answers.stream().filter(answer -> answer.status() == 201)).hasSize(20);
        var item = one.client().item(book);
        assertThat(item.path("available").asInt()).isZero();
        assertThat(item.path("reserved").asLong()).isEqualTo(one.heldOf(book));
        assertThat(item.path("onHand").asLong()).isEqualTo(one.onHandByTheLedger(book));
    }

    @Test
    void movesOnceHoweverOftenItIsAskedAtTheSameTime() throws Exception {
        String book = stocked("book", 0, "COUNTED");
        String key = UUID.randomUUID().toString();
        List<Callable<Answer>> atOnce = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            InventoryClient instance = bothInstances().get(i % 2);
            atOnce.add(() -> InventoryClient.repeatedly(() -> instance.move(book, 7, key)));
        }

        List<Answer> answers = AtOnce.call(atOnce);

        assertThat(answers).allMatch(answer -> answer.status() == 201);
        assertThat(answers.stream().map(Answer::body).distinct()).hasSize(1);
        assertThat(one.client().item(book).path("onHand").asInt()).isEqualTo(7);
    }

    /** The items' sections know nothing of each other. */
    @Test
    void givesAKeyToOneOfSeveralItems() throws Exception {
        String key = UUID.randomUUID().toString();
        List<Callable<Answer>> atOnce = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            String book = stocked("book", 0, "COUNTED");
            InventoryClient instance = bothInstances().get(i % 2);
            atOnce.add(() -> InventoryClient.repeatedly(() -> instance.move(book, 1, key)));
        }

        List<Answer> answers = AtOnce.call(atOnce);

        assertThat(answers.stream().filter(answer -> answer.status() == 201)).hasSize(1);
        assertThat(answers.stream().filter(answer -> answer.code().equals("IDEMPOTENCY_KEY_REUSED")))
                .hasSize(5);
    }

    @RepeatedTest(5)
    void retiresAnItemOrGivesItToAClaim() throws Exception {
        String seat = stocked("seat", 1, "EXCLUSIVE");
        List<Callable<Answer>> atOnce = new ArrayList<>();
        atOnce.add(() -> InventoryClient.repeatedly(() -> one.client().delete("/items/" + seat)));
        for (int i = 0; i < 4; i++) {
            InventoryClient instance = bothInstances().get(i % 2);
            atOnce.add(() -> InventoryClient.repeatedly(() -> instance.claim("alice", seat)));
        }

        List<Answer> answers = AtOnce.call(atOnce);

        boolean retired = answers.getFirst().status() == 204;
        assertThat(answers.getFirst().code()).isEqualTo(retired ? "" : "ITEM_IN_USE");
        assertThat(answers.stream().filter(answer -> answer.status() == 201)).hasSize(retired ? 0 : 1);
        assertThat(one.heldOf(seat)).isEqualTo(retired ? 0 : 1);
    }

    /** Lets returns of one sale take back the last pieces: each piece comes back once. */
    @RepeatedTest(5)
    void takesBackNoMoreThanWasSold() throws Exception {
        String book = stocked("book", 9, "COUNTED");
        UUID buyer = UUID.randomUUID();
        SagaAtDesk.of(one, buyer).buy(5, book);
        List<Callable<ClaimOutcome>> atOnce = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            SagaAtDesk instance = SagaAtDesk.of(i % 2 == 0 ? one : other, buyer);
            Map<String, Integer> back = Map.of(book, 1);
            boolean putBack = i < 6;
            String name = "return " + UUID.randomUUID();
            atOnce.add(() -> instance.takeBack(name, putBack ? back : Map.of(), putBack ? Map.of() : back));
        }

        List<ClaimOutcome> outcomes = AtOnce.call(atOnce);

        assertThat(outcomes.stream().filter(RaceContract::isRestored)).hasSize(5);
        long putBack =
                outcomes.subList(0, 6).stream().filter(RaceContract::isRestored).count();
        assertThat(one.client().item(book).path("onHand").asLong())
                .isEqualTo(4 + putBack)
                .isEqualTo(one.onHandByTheLedger(book));
        assertThat(one.unbalanced()).doesNotContain(book);
    }

    @RepeatedTest(5)
    void takesAReturnBackOnceHoweverOftenItIsAskedAtTheSameTime() throws Exception {
        String book = stocked("book", 9, "COUNTED");
        UUID buyer = UUID.randomUUID();
        SagaAtDesk.of(one, buyer).buy(5, book);
        String name = "return " + UUID.randomUUID();
        List<Callable<ClaimOutcome>> atOnce = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            SagaAtDesk instance = SagaAtDesk.of(i % 2 == 0 ? one : other, buyer);
            atOnce.add(() -> instance.takeBack(name, Map.of(book, 2), Map.of()));
        }

        assertThat(AtOnce.call(atOnce)).allMatch(RaceContract::isRestored);
        assertThat(one.client().item(book).path("onHand").asLong()).isEqualTo(6).isEqualTo(one.onHandByTheLedger(book));
    }

    /** Lets the sale's own saga be compensated meanwhile. */
    @RepeatedTest(5)
    void putsEachPieceBackByAReturnOrACompensation() throws Exception {
        String book = stocked("book", 9, "COUNTED");
        UUID buyer = UUID.randomUUID();
        SagaAtDesk.of(one, buyer).buy(5, book);
        List<Callable<Object>> atOnce = new ArrayList<>();
        atOnce.add(() -> SagaAtDesk.of(one, buyer).compensate());
        for (int i = 0; i < 5; i++) {
            SagaAtDesk instance = SagaAtDesk.of(i % 2 == 0 ? other : one, buyer);
            String name = "return " + UUID.randomUUID();
            atOnce.add(() -> instance.takeBack(name, Map.of(book, 1), Map.of()));
        }

        AtOnce.call(atOnce);

        assertThat(one.client().item(book).path("onHand").asInt()).isEqualTo(9);
        assertThat(one.unbalanced()).doesNotContain(book);
    }

    private static boolean isRestored(ClaimOutcome outcome) {
        return switch (outcome) {
            case ClaimOutcome.Restored restored -> true;
            case ClaimOutcome.Refused refused when refused.refusal().code().equals("MORE_THAN_SOLD") -> false;
            default -> throw new AssertionError("neither restored nor more than sold: " + outcome);
        };
    }

    private Answer confirm(Answer claim) {
        return InventoryClient.repeatedly(() -> one.client().confirm(claim));
    }

    /** Returns the number of transactions of both instances that lost against another one. */
    double conflicts() {
        return conflictsOf(one) + conflictsOf(other);
    }

    private static double conflictsOf(RunningInventory instance) {
        return instance.bean(MeterRegistry.class)
                .counter("inventory.section.conflicts")
                .count();
    }

    String stocked(String kind, int onHand, String policy) {
        String sku = kind + "-" + UUID.randomUUID();
        one.client().putItem(sku, onHand, policy);
        return sku;
    }

    List<InventoryClient> bothInstances() {
        return List.of(one.client(), other.client());
    }
}
