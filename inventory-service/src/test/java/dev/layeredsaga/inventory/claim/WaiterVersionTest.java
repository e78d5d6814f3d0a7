package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.Claimant;
import dev.layeredsaga.inventory.claim.request.ClaimDesk;
import dev.layeredsaga.inventory.fixture.DatabaseGate;
import dev.layeredsaga.inventory.fixture.Reaper;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.inventory.queue.WaitQueue;
import dev.layeredsaga.inventory.queue.Waiter;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.dao.ConcurrencyFailureException;

/** A saga that repeats its request while its wait is being ended by the timeout, without any RLock. */
class WaiterVersionTest {

    private static final String INSTANCE = "asks-again";

    /**
     * Guards against a lost update: the repetition used to change no row, unnoticed; it was answered as queued, and no reply
     * followed.
     */
    @Test
    void doesNotLeaveASagaWaitingThatIsInNoQueue() throws Exception {
        Map<String, String> settings = RunningInventory.quietSettings();
        settings.put("inventory.locking.provider", "none");
        settings.put("spring.datasource.hikari.data-source-properties.ApplicationName", INSTANCE);
        // no lock_timeout: a transaction stays at the gate until it opens
        settings.put("spring.datasource.hikari.connection-init-sql", "SET TIME ZONE 'UTC'");
        try (RunningInventory running = RunningInventory.start(settings);
                DatabaseGate gate = DatabaseGate.beforeUpdatesOf("waiter", settings)) {
            String seat = "seat-" + UUID.randomUUID();
            running.client().putItem(seat, 1, "EXCLUSIVE");
            running.client().claim("alice", seat);
            UUID saga = UUID.randomUUID();
            ask(running, saga, seat, 1);
            running.letTimeOut(saga);

            gate.close(INSTANCE);
            CompletableFuture<ClaimOutcome> again =
                    CompletableFuture.supplyAsync(() -> askUntilAnswered(running, saga, seat, 2));
            gate.awaitArrivalOf(INSTANCE);
            assertThat(new Reaper(running).sendAway()).isOne();
            gate.open(INSTANCE);

            assertThat(again.get()).isInstanceOf(ClaimOutcome.Queued.class);
            assertThat(running.bean(WaitQueue.class).find(saga))
                    .hasValueSatisfying(
                            waiter -> assertThat(waiter.request().attempt()).isEqualTo(2));
            assertThat(running.client().item(seat).path("queueLength").asInt()).isOne();
        }
    }

    private static ClaimOutcome askUntilAnswered(RunningInventory running, UUID saga, String seat, int attempt) {
        while (true) {
            try {
                return ask(running, saga, seat, attempt);
            } catch (ConcurrencyFailureException contention) {
                // once more, as a client does
            }
        }
    }

    private static ClaimOutcome ask(RunningInventory running, UUID saga, String seat, int attempt) {
        ClaimCommand.QueueWait queueWait =
                new ClaimCommand.QueueWait(Duration.ofMinutes(1), new Waiter.Request("reserve", attempt, null, null));
        return running.bean(ClaimDesk.class)
                .handle(new ClaimCommand.Hold(
                        Claimant.saga(saga), new TreeMap<>(Map.of(seat, 1)), Duration.ofMinutes(5), queueWait));
    }
}
