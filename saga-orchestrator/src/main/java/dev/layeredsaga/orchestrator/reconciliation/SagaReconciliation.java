package dev.layeredsaga.orchestrator.reconciliation;

import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.messaging.sweep.Sweep;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Looks for sagas that have not ended and that the due-loop would never drive, or only long after their deadline, and makes them due.
 * One that is stuck waits for an operator and is left alone. Any number of instances may do so side by side.
 */
@Component
class SagaReconciliation implements Sweep {

    private static final Logger log = LoggerFactory.getLogger(SagaReconciliation.class);

    // a saga without a time is found by the index of unfinished sagas, one with a time far ahead by that of the
    // due-loop
    private static final String MAKE_DUE = """
            WITH clock AS MATERIALIZED (
              SELECT clock_timestamp() AS now, clock_timestamp() + make_interval(secs => ?) AS far
            ), forgotten AS (
              SELECT id FROM saga
              WHERE status IN ('RUNNING', 'COMPENSATING') AND due_at IS NULL
                AND updated_at < (SELECT now FROM clock) - interval '1 minute'
              LIMIT ? FOR UPDATE SKIP LOCKED
            ), postponed AS (
              SELECT id FROM saga
              WHERE wake_at > (SELECT far FROM clock) AND status IN ('RUNNING', 'COMPENSATING')
                AND (direction = 'BACKWARD' OR due_at > greatest(deadline, (SELECT far FROM clock)))
              ORDER BY wake_at DESC LIMIT ? FOR UPDATE SKIP LOCKED
            )
            UPDATE saga SET due_at = clock.now, wake_at = clock.now, version = version + 1
            FROM clock WHERE saga.id IN (SELECT id FROM forgotten UNION SELECT id FROM postponed)
            RETURNING saga.id
            """;

    private final JdbcTemplate jdbc;
    private final ReconciliationSettings settings;
    private final Counter madeDue;

    SagaReconciliation(JdbcTemplate jdbc, ReconciliationSettings settings, MeterRegistry meters) {
        this.jdbc = jdbc;
        this.settings = settings;
        this.madeDue = Counter.builder("sagas.reconciled")
                .description("Sagas that nothing would have driven any more, by what was done")
                .tag("action", "made-due")
                .register(meters);
    }

    @Override
    public Schedule schedule() {
        return new Schedule("sagas to make due", settings.interval(), settings.batchSize());
    }

    @Override
    public int sweep() {
        List<UUID> found = jdbc.query(
                MAKE_DUE,
                (row, number) -> row.getObject("id", UUID.class),
                settings.sagasOverdueAfter().toMillis() / 1000.0,
                settings.batchSize(),
                settings.batchSize());
        if (!found.isEmpty()) {
            log.warn(
                    "{} sagas had no time to be driven, or one long after their deadline, made due: {}",
                    found.size(),
                    found.subList(0, Math.min(10, found.size())));
            AfterCommit.run(() -> madeDue.increment(found.size()));
        }
        return found.size();
    }
}
