package dev.layeredsaga.orchestrator.reconciliation;

import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.orchestrator.payment.PaymentSagas;
import dev.layeredsaga.orchestrator.payment.SagaStanding;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Reads from the engine's tables how sagas stand. Thread-safe. */
@Component
class EndedSagas implements PaymentSagas {

    private static final String READ = """
            SELECT id, status, EXISTS (SELECT FROM saga_action WHERE saga_action.saga_id = saga.id
              AND action IN ('SKIP', 'RESOLVE_COMPLETED', 'RESOLVE_COMPENSATED')) AS by_hand
            FROM saga WHERE id = ANY (?)
            """;

    private final JdbcTemplate jdbc;

    EndedSagas(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public Map<UUID, SagaStanding> standings(Collection<UUID> sagaIds) {
        Map<UUID, SagaStanding> found = new HashMap<>();
        if (!sagaIds.isEmpty()) {
            jdbc.query(
                    READ,
                    row -> {
                        found.put(row.getObject("id", UUID.class), standing(row));
                    },
                    (Object) sagaIds.toArray(UUID[]::new));
        }
        return found;
    }

    private static SagaStanding standing(ResultSet row) throws SQLException {
        return switch (SagaStatus.valueOf(row.getString("status"))) {
            case RUNNING, COMPENSATING, STUCK -> SagaStanding.UNDER_WAY;
            case COMPLETED -> SagaStanding.COMPLETED;
            case COMPENSATED -> row.getBoolean("by_hand") ? SagaStanding.UNDONE_BY_HAND : SagaStanding.UNDONE;
        };
    }
}
