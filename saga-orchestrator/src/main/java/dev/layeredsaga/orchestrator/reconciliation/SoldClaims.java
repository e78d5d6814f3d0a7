package dev.layeredsaga.orchestrator.reconciliation;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ReleaseClaim;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
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
 * Releases the claims of undone sagas again that had asked for the confirmation: if the release was lost although it was answered, what
 * they claimed would be sold for ever. Releasing twice is harmless. What an operator has settled by hand is left alone. Any number of
 * instances may do so side by side.
 */
@Component
class SoldClaims implements Sweep {

    private static final Logger log = LoggerFactory.getLogger(SoldClaims.class);

    /** For a day after the confirmation failed; each time after a time as long as since the saga's end. */
    private static final String LOCK_DUE = """
            WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now), due AS (
              SELECT saga.id FROM saga WHERE saga.id IN (
                SELECT saga_id FROM saga_attempt
                WHERE step = 'confirm' AND direction = 'FORWARD' AND result <> 'DONE'
                  AND ended_at > (SELECT now FROM clock) - interval '1 day')
                AND status = 'COMPENSATED'
                AND coalesce(release_again_at, ended_at + make_interval(secs => ?)) <= (SELECT now FROM clock)
                AND NOT EXISTS (SELECT FROM saga_action WHERE saga_action.saga_id = saga.id
                  AND action IN ('SKIP', 'RESOLVE_COMPENSATED'))
              LIMIT ? FOR UPDATE OF saga SKIP LOCKED
            )
            UPDATE saga SET release_again_at = now + greatest(now - ended_at, make_interval(secs => ?))
            FROM clock, due WHERE saga.id = due.id RETURNING saga.id
            """;

    private final JdbcTemplate jdbc;
    private final Outbox outbox;
    private final ReconciliationSettings settings;
    private final Counter released;

    SoldClaims(JdbcTemplate jdbc, Outbox outbox, ReconciliationSettings settings, MeterRegistry meters) {
        this.jdbc = jdbc;
        this.outbox = outbox;
        this.settings = settings;
        this.released = Counter.builder("claims.reconciled")
                .description(
                        "Claims that were still held, or may still be sold, for sagas that have ended, by what was done")
                .tag("action", "released-again")
                .register(meters);
    }

    @Override
    public Schedule schedule() {
        return new Schedule("claims that may be sold", settings.interval(), settings.batchSize());
    }

    @Override
    public int sweep() {
        double seconds = settings.claimsAfter().toMillis() / 1000.0;
        List<UUID> due = jdbc.query(
                LOCK_DUE, (row, number) -> row.getObject("id", UUID.class), seconds, settings.batchSize(), seconds);
        for (UUID saga : due) {
            outbox.publish(OutgoingMessage.of(
                    Topics.INVENTORY_COMMANDS, saga, new ReleaseClaim(new StepAttempt(saga, "reserve", 1))));
        }
        if (!due.isEmpty()) {
            log.info("released the claims of {} undone sagas again that had asked for the confirmation", due.size());
            AfterCommit.run(() -> released.increment(due.size()));
        }
        return due.size();
    }
}
