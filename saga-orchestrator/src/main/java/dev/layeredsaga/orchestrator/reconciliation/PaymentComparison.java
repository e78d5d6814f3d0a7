package dev.layeredsaga.orchestrator.reconciliation;

import dev.layeredsaga.messaging.sweep.Sweep;
import java.sql.Timestamp;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Compares each payment with its saga once that should have ended, in the order of their creation, and has the settlement look at those
 * that do not plainly agree. Nothing is written for the others.
 */
@Component
class PaymentComparison implements Sweep {

    private static final String COMPARE = """
            WITH seen AS MATERIALIZED (
              SELECT saga_id, created_at, state, voided FROM payment
              WHERE created_at > ? AND created_at < (SELECT clock_timestamp() - make_interval(secs => ?))
              ORDER BY created_at FETCH FIRST ? ROWS WITH TIES
            ), marked AS (
              UPDATE payment SET settle_at = clock_timestamp(), version = payment.version + 1
              FROM seen LEFT JOIN saga ON saga.id = seen.saga_id
              WHERE payment.saga_id = seen.saga_id AND payment.settle_at IS NULL
                AND (saga.status = 'COMPLETED' AND seen.state = 'CAPTURED' AND NOT seen.voided
                  OR saga.status = 'COMPENSATED' AND seen.state IN ('NEW', 'VOID', 'DECLINED', 'REFUNDED')) IS NOT TRUE
            ), progress AS (
              UPDATE reconciliation_progress SET position = last.created_at
              FROM (SELECT max(created_at) AS created_at FROM seen HAVING count(*) > 0) AS last WHERE name = 'payments'
            )
            SELECT count(*) FROM seen
            """;

    private final JdbcTemplate jdbc;
    private final ComparisonProgress progress;
    private final ReconciliationSettings settings;

    PaymentComparison(JdbcTemplate jdbc, ComparisonProgress progress, ReconciliationSettings settings) {
        this.jdbc = jdbc;
        this.progress = progress;
        this.settings = settings;
    }

    @Override
    public Schedule schedule() {
        return new Schedule("payments to compare", settings.interval(), settings.batchSize());
    }

    @Override
    public int sweep() {
        return progress.lock("payments").map(this::compareAfter).orElse(0);
    }

    private int compareAfter(Timestamp position) {
        Integer compared = jdbc.queryForObject(
                COMPARE, Integer.class, position, settings.paymentsAfter().toMillis() / 1000.0, settings.batchSize());
        return compared == null ? 0 : compared;
    }
}
