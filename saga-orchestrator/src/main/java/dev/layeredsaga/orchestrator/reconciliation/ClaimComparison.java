package dev.layeredsaga.orchestrator.reconciliation;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.VerifyClaims;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.sweep.Sweep;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Has the inventory compare the claim of each saga with how the saga has ended, once, in the order of their ends: one that was completed
 * has sold its claim, one that was undone has none. What differs is settled by what the inventory then publishes, and compared again
 * until it agrees. What an operator has settled by hand is left alone. Any number of instances may do so side by side.
 */
@Component
@EnableConfigurationProperties(ReconciliationSettings.class)
class ClaimComparison implements Sweep, SmartInitializingSingleton {

    private static final String NEXT = """
            WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now), seen AS MATERIALIZED (
              SELECT id, status, ended_at FROM saga
              WHERE ended_at > ? AND ended_at < (SELECT now FROM clock) - make_interval(secs => ?)
              ORDER BY ended_at FETCH FIRST ? ROWS WITH TIES
            ), progress AS (
              UPDATE reconciliation_progress SET position = last.ended_at
              FROM (SELECT max(ended_at) AS ended_at FROM seen HAVING count(*) > 0) AS last WHERE name = 'claims'
            ), again AS (
              UPDATE saga SET release_again_at = NULL WHERE id IN (
                SELECT id FROM saga WHERE release_again_at <= (SELECT now FROM clock) LIMIT ? FOR UPDATE SKIP LOCKED)
              RETURNING id, status
            )
            SELECT id, status, EXISTS (SELECT FROM saga_action WHERE saga_action.saga_id = ended.id
              AND action IN ('SKIP', 'RESOLVE_COMPLETED', 'RESOLVE_COMPENSATED')) AS by_hand
            FROM (SELECT id, status FROM seen UNION SELECT id, status FROM again) AS ended
            """;

    private record Ended(UUID id, SagaStatus status, boolean byHand) {}

    private final JdbcTemplate jdbc;
    private final ComparisonProgress progress;
    private final Outbox outbox;
    private final ReconciliationSettings settings;

    ClaimComparison(JdbcTemplate jdbc, ComparisonProgress progress, Outbox outbox, ReconciliationSettings settings) {
        this.jdbc = jdbc;
        this.progress = progress;
        this.outbox = outbox;
        this.settings = settings;
    }

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

    private int compareAfter(Timestamp position) {
        List<Ended> ended = jdbc.query(
                NEXT,
                (row, number) -> new Ended(
                        row.getObject("id", UUID.class),
                        SagaStatus.valueOf(row.getString("status")),
                        row.getBoolean("by_hand")),
                position,
                settings.claimsAfter().toMillis() / 1000.0,
                settings.batchSize(),
                settings.batchSize());
        VerifyClaims question =
                new VerifyClaims(idsOf(ended, SagaStatus.COMPLETED), idsOf(ended, SagaStatus.COMPENSATED), List.of());
        if (!question.completed().isEmpty() || !question.compensated().isEmpty()) {
            outbox.publish(OutgoingMessage.of(Topics.INVENTORY_COMMANDS, UUID.randomUUID(), question));
        }
        return ended.size();
    }

    private static List<UUID> idsOf(List<Ended> ended, SagaStatus status) {
        return ended.stream()
                .filter(saga -> saga.status() == status && !saga.byHand())
                .map(Ended::id)
                .toList();
    }
}
