package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.Claimant;
import dev.layeredsaga.inventory.claim.request.ClaimDesk;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.inventory.queue.Waiter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.springframework.dao.ConcurrencyFailureException;

/** A saga that sends its commands directly, not over Kafka. Repeats a command that lost against others, which has changed nothing. */
record SagaAtDesk(ClaimDesk desk, UUID id) {

    private static final Duration TTL = Duration.ofMinutes(5);

    static SagaAtDesk of(RunningInventory running) {
        return of(running, UUID.randomUUID());
    }

    static SagaAtDesk of(RunningInventory running, UUID id) {
        return new SagaAtDesk(running.bean(ClaimDesk.class), id);
    }

    /** Claims one of each for five minutes; fails if it is refused. */
    ClaimSnapshot claim(String... skus) {
        return granted(new ClaimCommand.Hold(Claimant.saga(id), ofEach(1, skus), TTL, null));
    }

    /** Claims one of each, and waits in the queue for up to a minute. */
    ClaimOutcome waitFor(String... skus) {
        return waitFor(1, skus);
    }

    /** Claims so many of each, and waits in the queue for up to a minute. */
    ClaimOutcome waitFor(int quantity, String... skus) {
        ClaimCommand.QueueWait queueWait =
                new ClaimCommand.QueueWait(Duration.ofMinutes(1), new Waiter.Request("reserve", 1, null, null));
        return handle(new ClaimCommand.Hold(Claimant.saga(id), ofEach(quantity, skus), TTL, queueWait));
    }

    /** Adopts the hold for five minutes; fails if it is refused. */
    ClaimSnapshot adopt(Answer hold, String sku, int quantity) {
        return granted(new ClaimCommand.Adopt(
                id,
                UUID.fromString(hold.text("claimId")),
                UUID.fromString(hold.text("token")),
                ofEach(quantity, sku),
                TTL));
    }

    /** Claims and confirms so many of each. */
    ClaimSnapshot buy(int quantity, String... skus) {
        return confirm(granted(new ClaimCommand.Hold(Claimant.saga(id), ofEach(quantity, skus), TTL, null)));
    }

    /** Takes back what was sold to the saga. */
    ClaimOutcome takeBack(String returnId, Map<String, Integer> putBack, Map<String, Integer> writtenOff) {
        return handle(new ClaimCommand.Restore(returnId, id, new TreeMap<>(putBack), new TreeMap<>(writtenOff)));
    }

    private static SortedMap<String, Integer> ofEach(int quantity, String... skus) {
        SortedMap<String, Integer> quantities = new TreeMap<>();
        List.of(skus).forEach(sku -> quantities.put(sku, quantity));
        return quantities;
    }

    ClaimSnapshot confirm(ClaimSnapshot claim) {
        return granted(new ClaimCommand.Confirm(claim.id(), claim.token()));
    }

    ClaimSnapshot compensate() {
        return granted(new ClaimCommand.ReleaseSaga(id));
    }

    private ClaimOutcome handle(ClaimCommand command) {
        while (true) {
            try {
                return desk.handle(command);
            } catch (ConcurrencyFailureException contention) {
                // once more, as a client does
            }
        }
    }

    private ClaimSnapshot granted(ClaimCommand command) {
        return switch (handle(command)) {
            case ClaimOutcome.Granted granted -> granted.claim();
            case ClaimOutcome.Queued queued -> throw new AssertionError("waits for " + queued.busy());
            case ClaimOutcome.Restored restored -> throw new AssertionError("nothing is granted to a return");
            case ClaimOutcome.Refused refused -> throw new AssertionError("refused: " + refused.refusal());
        };
    }
}
