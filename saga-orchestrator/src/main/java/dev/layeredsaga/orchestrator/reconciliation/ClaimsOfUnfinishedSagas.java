package dev.layeredsaga.orchestrator.reconciliation;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.VerifyClaims;
import dev.layeredsaga.engine.state.SagaStandings;
import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.sweep.Sweep;
import dev.layeredsaga.orchestrator.ordersaga.OrderSagas;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Names, every hour, the order sagas that have been under way for a day to the inventory, which then keeps what is sold to them: removed with
 * the other old claims, it could not be put back into stock by a compensation.
 */
@Component
class ClaimsOfUnfinishedSagas implements Sweep {

    private static final Duration INTERVAL = Duration.ofHours(1);
    private static final Duration UNDER_WAY_FOR = Duration.ofDays(1);
    private static final int BATCH = 1_000;

    private final SagaStandings standings;
    private final Outbox outbox;
    private volatile UUID last = new UUID(0, 0);

    ClaimsOfUnfinishedSagas(SagaStandings standings, Outbox outbox) {
        this.standings = standings;
        this.outbox = outbox;
    }

    @Override
    public Schedule schedule() {
        return new Schedule("claims of unfinished sagas", INTERVAL, BATCH);
    }

    @Override
    public int sweep() {
        List<UUID> sagas = standings.unfinished(OrderSagas.NAME, UNDER_WAY_FOR, last, BATCH);
        AfterCommit.run(() -> last = sagas.size() < BATCH ? new UUID(0, 0) : sagas.getLast());
        if (!sagas.isEmpty()) {
            outbox.publish(OutgoingMessage.of(
                    Topics.INVENTORY_COMMANDS, UUID.randomUUID(), new VerifyClaims(List.of(), List.of(), sagas)));
        }
        return sagas.size();
    }
}
