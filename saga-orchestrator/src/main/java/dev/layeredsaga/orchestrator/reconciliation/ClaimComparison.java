package dev.layeredsaga.orchestrator.reconciliation;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.VerifyClaims;
import dev.layeredsaga.engine.state.SagaStandings;
import dev.layeredsaga.engine.state.SagaStandings.Standing;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.sweep.Sweep;
import dev.layeredsaga.orchestrator.ordersaga.OrderSagas;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.stereotype.Component;

/**
 * Has the inventory compare the claim of each order saga with how the saga has ended, once, in the order of their ends: one that was completed
 * has sold its claim, a compensated one has none. What differs is settled by what the inventory then publishes, and compared again
 * until it agrees. What an operator has settled by hand is left alone. Any number of instances may do so side by side.
 */
@Component
@EnableConfigurationProperties(ReconciliationSettings.class)
record ClaimComparison(SagaStandings sagas, ComparisonProgress progress, Outbox outbox, ReconciliationSettings settings)
        implements Sweep, SmartInitializingSingleton {

    @Override
    public void afterSingletonsInstantiated() {
        Instant since = settings.claimsLostSince();
        if (since != null) {
            progress.goBackTo(since, "claims");
        }
    }

    @Override
    public Schedule schedule() {
        return new Schedule("claims to compare", settings.interval(), settings.batchSize());
    }

    @Override
    public int sweep() {
        return progress.lock("claims").map(this::compareAfter).orElse(0);
    }

    private int compareAfter(Instant position) {
        List<Standing> next = sagas.endedAfter(OrderSagas.NAME, position, settings.claimsAfter(), settings.batchSize());
        if (!next.isEmpty()) {
            progress.reached(requireNonNull(next.getLast().endedAt()), "claims");
        }
        List<Standing> ended = Stream.concat(
                        next.stream(), sagas.toCompareAgain(OrderSagas.NAME, settings.batchSize()).stream())
                .toList();
        VerifyClaims question =
                new VerifyClaims(idsOf(ended, SagaStatus.COMPLETED), idsOf(ended, SagaStatus.COMPENSATED), List.of());
        if (!question.completed().isEmpty() || !question.compensated().isEmpty()) {
            outbox.publish(OutgoingMessage.of(Topics.INVENTORY_COMMANDS, UUID.randomUUID(), question));
        }
        return ended.size();
    }

    private static List<UUID> idsOf(List<Standing> ended, SagaStatus status) {
        return ended.stream()
                .filter(saga -> saga.status() == status && saga.byHand().isEmpty())
                .map(Standing::id)
                .distinct()
                .toList();
    }
}
