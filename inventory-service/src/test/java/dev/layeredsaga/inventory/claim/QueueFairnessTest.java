package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.Reaper;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The stock that a waiter keeps from later claimants: half of a counted item for 30 s, and all of an exclusive one. */
class QueueFairnessTest {

    private static final Duration KEPT = Duration.ofSeconds(31);

    private final RunningInventory running = RunningInventory.shared();
    private final InventoryClient inventory = running.client();
    private final String sku = "fair-" + UUID.randomUUID();

    /** One piece held and a queued order for all the others, at no cost, used to be enough to block every other customer. */
    @Test
    void doesNotLetAWaiterKeepMoreThanHalfOfTheStockFromNewcomers() {
        inventory.putItem(sku, 99, "COUNTED");
        inventory.claim("mallory", sku);
        assertThat(SagaAtDesk.of(running).waitFor(99, sku)).isInstanceOf(ClaimOutcome.Queued.class);

        long served = 0;
        while (inventory.claim("victim", sku).status() == 201) {
            served++;
        }

        assertThat(served).isEqualTo(98 - 49);
        assertThat(inventory.claim("victim", sku).code()).isEqualTo("RESOURCE_BUSY");
    }

    @Test
    void doesNotLetAWaiterKeepStockFromNewcomersForLong() {
        inventory.putItem(sku, 10, "COUNTED");
        inventory.claim("mallory", sku);
        SagaAtDesk waiting = SagaAtDesk.of(running);
        waiting.waitFor(10, sku);
        assertThat(holdOf(5)).isEqualTo("RESOURCE_BUSY");

        running.letHaveWaited(waiting.id(), KEPT);

        assertThat(holdOf(9)).isEqualTo("HELD");
    }

    @Test
    void servesThoseBehindAWaiterWhichNoLongerKeepsStock() {
        inventory.putItem(sku, 10, "COUNTED");
        Answer all = hold(10);
        SagaAtDesk large = SagaAtDesk.of(running);
        large.waitFor(10, sku);
        SagaAtDesk small = SagaAtDesk.of(running);
        small.waitFor(5, sku);
        inventory.release(all);
        assertThat(stateOf(large)).isEqualTo("HELD");
        large.compensate();
        assertThat(stateOf(small)).isEqualTo("HELD");

        SagaAtDesk next = SagaAtDesk.of(running);
        next.waitFor(10, sku);
        SagaAtDesk behind = SagaAtDesk.of(running);
        assertThat(behind.waitFor(3, sku)).isInstanceOf(ClaimOutcome.Queued.class);
        running.letHaveWaited(next.id(), KEPT);
        new Reaper(running).serve();

        assertThat(stateOf(behind)).isEqualTo("HELD");
        assertThat(stateOf(next)).isEmpty();
    }

    /** Checks that the first waiter, however long it has waited, is first in the queue of a seat. */
    @Test
    void keepsSeatsStrictlyFirstComeFirstServed() {
        inventory.putItem(sku, 1, "EXCLUSIVE");
        Answer seat = inventory.claim("alice", sku);
        SagaAtDesk first = SagaAtDesk.of(running);
        SagaAtDesk second = SagaAtDesk.of(running);
        first.waitFor(sku);
        second.waitFor(sku);
        running.letHaveWaited(first.id(), KEPT);

        inventory.release(seat);

        assertThat(stateOf(first)).isEqualTo("HELD");
        assertThat(inventory.claim("newcomer", sku).code()).isEqualTo("RESOURCE_BUSY");
    }

    /**
     * Checks random sequences of events: item and claims agree, waiters of one size are served in order, and newcomers get what
     * is not kept.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void keepsToItsRuleWhateverComes(long seed) {
        Random random = new Random(seed);
        int onHand = 4 + random.nextInt(12);
        inventory.putItem(sku, onHand, "COUNTED");
        List<Answer> holds = new ArrayList<>();
        List<SagaAtDesk> queue = new ArrayList<>();
        List<UUID> keeping = new ArrayList<>();
        int size = 1 + onHand / 2;
        for (int step = 0; step < 60; step++) {
            switch (random.nextInt(5)) {
                case 0, 1 -> newcomer(1 + random.nextInt(3), holds, keeping, onHand);
                case 2 -> {
                    SagaAtDesk saga = SagaAtDesk.of(running);
                    if (saga.waitFor(size, sku) instanceof ClaimOutcome.Queued) {
                        queue.add(saga);
                        keeping.add(saga.id());
                    }
                }
                case 3 -> {
                    if (!holds.isEmpty()) {
                        inventory.release(holds.remove(random.nextInt(holds.size())));
                    }
                }
                default -> keeping.forEach(saga -> running.letHaveWaited(saga, KEPT));
            }
            keeping.removeIf(saga -> !keepsStock(saga));
            assertThat(running.heldOf(sku)).isEqualTo(item().path("reserved").asInt());
            servedInOrder(queue);
        }
        assertThat(holds.size() + queue.size()).isPositive();
    }

    private void newcomer(int quantity, List<Answer> holds, List<UUID> keeping, int onHand) {
        int available = item().path("available").asInt();
        Answer answer = hold(quantity);
        int kept = keeping.isEmpty() ? 0 : onHand / 2;
        assertThat(answer.status())
                .as("%d of %d, %d kept", quantity, available, kept)
                .isEqualTo(quantity <= available - kept ? 201 : 409);
        if (answer.status() == 201) {
            holds.add(answer);
        }
    }

    private boolean keepsStock(UUID saga) {
        return running.database()
                .sql(
                        "SELECT EXISTS (SELECT FROM waiter WHERE saga_id = ? AND since > clock_timestamp() - interval '30 s')")
                .param(saga)
                .query(Boolean.class)
                .single();
    }

    private void servedInOrder(List<SagaAtDesk> queue) {
        List<Boolean> served =
                queue.stream().map(saga -> !stateOf(saga).isEmpty()).toList();
        int inOrder = (int) served.stream().takeWhile(one -> one).count();
        assertThat(served.subList(inOrder, served.size())).doesNotContain(true);
    }

    private String holdOf(int quantity) {
        Answer answer = hold(quantity);
        return answer.status() == 201 ? answer.text("state") : answer.code();
    }

    private Answer hold(int quantity) {
        return inventory.post(
                "/claims",
                "{\"owner\": \"newcomer\", \"lines\": [{\"sku\": \"%s\", \"quantity\": %d}]}".formatted(sku, quantity));
    }

    private JsonNode item() {
        return inventory.item(sku);
    }

    private String stateOf(SagaAtDesk saga) {
        return inventory
                .get("/claims?owner=" + saga.id())
                .body()
                .path(0)
                .path("state")
                .asString("");
    }
}
