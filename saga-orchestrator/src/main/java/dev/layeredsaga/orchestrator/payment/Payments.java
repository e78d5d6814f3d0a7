package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.messaging.saga.StepAttempt;
import dev.layeredsaga.messaging.time.DatabaseClock;
import dev.layeredsaga.messaging.trace.TraceParent;
import dev.layeredsaga.messaging.trace.Tracing;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.hibernate.Session;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Repository;

/** The payments in PostgreSQL, whose clock is the only one that counts. */
@Repository
class Payments {

    private final EntityManager entities;
    private final JdbcOperations jdbc;
    private final DatabaseClock clock;
    private final Tracing tracing;

    Payments(EntityManager entities, JdbcOperations jdbc, Tracing tracing) {
        this.entities = entities;
        this.jdbc = jdbc;
        this.clock = new DatabaseClock(jdbc);
        this.tracing = tracing;
    }

    /** The payment, in the trace of what has just asked for it. */
    Payment inTrace(Payment payment) {
        payment.belongTo(tracing.of(payment.sagaId()));
        return payment;
    }

    /** Keeps new payments as they are by now; what changes about one after that is an update of its own. */
    void add(Collection<Payment> payments) {
        payments.forEach(entities::persist);
    }

    /** Those of the given sagas that exist, in one query. */
    Map<UUID, Payment> bySaga(Collection<UUID> sagaIds) {
        Map<UUID, Payment> found = new HashMap<>();
        entities
                .unwrap(Session.class)
                .findMultiple(Payment.class, sagaIds.stream().distinct().toList())
                .stream()
                .filter(Objects::nonNull)
                .forEach(payment -> found.put(payment.sagaId(), payment));
        return found;
    }

    /**
     * Takes up to {@code limit} payments whose money is owed to the customer and that nobody has tried to give back for a while,
     * past those that another instance is just taking, and keeps them from the others for {@code pause}.
     */
    List<GatewayCall.Refund> takeOwedRefunds(int limit, Duration pause) {
        return jdbc.query(
                """
                WITH due AS (
                  SELECT saga_id FROM payment WHERE refund_due_at <= (SELECT clock_timestamp())
                  ORDER BY refund_due_at LIMIT ? FOR UPDATE SKIP LOCKED
                )
                UPDATE payment SET refund_due_at = clock_timestamp() + make_interval(secs => ?), version = version + 1
                FROM due WHERE payment.saga_id = due.saga_id
                RETURNING payment.saga_id, payment.attempt, payment.trace_parent
                """,
                (row, number) -> new GatewayCall.Refund(
                        new StepAttempt(
                                row.getObject("saga_id", UUID.class), "pay", Math.max(1, row.getInt("attempt"))),
                        TraceParent.parse(row.getString("trace_parent"))),
                limit,
                pause.toMillis() / 1000.0);
    }

    /**
     * Takes up to {@code limit} void payments about whose charge the gateway is to be asked again, and sets the next time for each: the
     * distance grows fourfold, and after {@code times} questions there is none.
     */
    List<GatewayCall.Inquire> takeInquiries(int limit, Duration first, int times) {
        return jdbc.query(
                """
                WITH due AS (
                  SELECT saga_id FROM payment WHERE inquire_at <= (SELECT clock_timestamp())
                  ORDER BY inquire_at LIMIT ? FOR UPDATE SKIP LOCKED
                )
                UPDATE payment SET inquiries = inquiries + 1, version = version + 1, inquire_at = CASE
                  WHEN state = 'VOID' AND inquiries + 1 < ?
                  THEN clock_timestamp() + make_interval(secs => ? * 4.0 ^ (inquiries + 1)) END
                FROM due WHERE payment.saga_id = due.saga_id
                RETURNING payment.saga_id, payment.attempt, payment.trace_parent
                """,
                (row, number) -> new GatewayCall.Inquire(
                        new StepAttempt(
                                row.getObject("saga_id", UUID.class), "pay", Math.max(1, row.getInt("attempt"))),
                        TraceParent.parse(row.getString("trace_parent"))),
                limit,
                times,
                first.toMillis() / 1000.0);
    }

    /**
     * Removes up to {@code limit} payments that are older than {@code age} and whose saga has been removed, past those that
     * another instance is just removing.
     *
     * @return how many were removed
     */
    int removeOrphansOlderThan(Duration age, int limit) {
        return jdbc.update("""
                DELETE FROM payment WHERE saga_id = ANY (ARRAY(
                  SELECT saga_id FROM payment
                  WHERE created_at < (SELECT clock_timestamp() - make_interval(secs => ?)) AND refund_due_at IS NULL
                    AND inquire_at IS NULL AND reconcile_at IS NULL
                    AND NOT EXISTS (SELECT FROM saga WHERE saga.id = payment.saga_id)
                  ORDER BY created_at LIMIT ? FOR UPDATE SKIP LOCKED))
                """, age.toMillis() / 1000.0, limit);
    }

    /** The database's clock, now. */
    Instant now() {
        return clock.now();
    }
}
