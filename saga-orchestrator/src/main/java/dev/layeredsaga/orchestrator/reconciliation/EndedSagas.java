package dev.layeredsaga.orchestrator.reconciliation;

import dev.layeredsaga.engine.state.SagaStandings;
import dev.layeredsaga.engine.state.SagaStandings.Standing;
import dev.layeredsaga.orchestrator.payment.PaymentSagas;
import dev.layeredsaga.orchestrator.payment.SagaStanding;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Reports how sagas stand to the settlement of payments. Thread-safe. */
@Component
record EndedSagas(SagaStandings sagas) implements PaymentSagas {

    @Override
    public Map<UUID, SagaStanding> standings(Collection<UUID> sagaIds) {
        return sagas.of(null, sagaIds).values().stream().collect(Collectors.toMap(Standing::id, EndedSagas::standing));
    }

    private static SagaStanding standing(Standing saga) {
        return switch (saga.status()) {
            case RUNNING, COMPENSATING, STUCK -> SagaStanding.UNDER_WAY;
            case COMPLETED -> SagaStanding.COMPLETED;
            case COMPENSATED -> saga.byHand().isEmpty() ? SagaStanding.COMPENSATED : SagaStanding.COMPENSATED_BY_HAND;
        };
    }
}
