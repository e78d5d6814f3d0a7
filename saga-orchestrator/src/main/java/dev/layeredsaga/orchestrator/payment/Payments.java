package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.messaging.time.DatabaseClock;
import dev.layeredsaga.messaging.trace.TraceParent;
import dev.layeredsaga.messaging.trace.Tracing;
import jakarta.persistence.EntityManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.hibernate.Session;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** The payments in PostgreSQL, whose clock is the only one that counts. */
@Repository
class Payments {

    /** The pause between two tries of a refund that is owed. Longer than a call to the gateway can take. */
    static final Duration REFUND_PAUSE = Duration.ofSeconds(30);

    private final EntityManager entities;
    private final JdbcTemplate jdbc;
    private final DatabaseClock clock;
    private final Tracing tracing;

    Payments(EntityManager entities, JdbcTemplate jdbc, Tracing tracing) {
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

    /** Finds the existing payments of the given sagas in one query. */
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
                RETURNING payment.saga_id, payment.step, payment.attempt, payment.trace_parent
                """,
                (row, number) -> new GatewayCall.Refund(attempt(row), TraceParent.parse(row.getString("trace_parent"))),
                limit,
                pause.toMillis() / 1000.0);
    }

    /**
     * Takes up to {@code limit} payments without money about whose charge the gateway is to be asked again, and sets the next time for
     * each: the distance grows fourfold, and after {@code times} questions there is none.
     */
    List<GatewayCall.Inquire> takeInquiries(int limit, Duration first, int times) {
        return jdbc.query(
                """
                WITH due AS (
                  SELECT saga_id FROM payment WHERE inquire_at <= (SELECT clock_timestamp())
                  ORDER BY inquire_at LIMIT ? FOR UPDATE SKIP LOCKED
                )
                UPDATE payment SET inquiries = inquiries + 1, version = version + 1, inquire_at = CASE
                  WHEN state IN ('VOID', 'DECLINED') AND inquiries + 1 < ?
                  THEN clock_timestamp() + make_interval(secs => ? * 4.0 ^ (inquiries + 1)) END
                FROM due WHERE payment.saga_id = due.saga_id
                RETURNING payment.saga_id, payment.step, payment.attempt, payment.trace_parent
                """,
                (row, number) ->
                        new GatewayCall.Inquire(attempt(row), TraceParent.parse(row.getString("trace_parent"))),
                limit,
                times,
                first.toMillis() / 1000.0);
    }

    private static StepAttempt attempt(ResultSet row) throws SQLException {
        return new StepAttempt(
                row.getObject("saga_id", UUID.class), row.getString("step"), Math.max(1, row.getInt("attempt")));
    }

    /** Locks the payments of these sagas, and returns the sagas whose payment is to be refunded, inquired about or compared. */
    Set<UUID> unfinished(Collection<UUID> sagaIds) {
        Set<UUID> unfinished = new HashSet<>();
        jdbc.query("""
                SELECT saga_id, num_nonnulls(refund_due_at, inquire_at, reconcile_at) > 0 AS unfinished
                FROM payment WHERE saga_id = ANY (?) FOR UPDATE
                """, (PreparedStatement statement) -> setIds(statement, sagaIds), (ResultSet row) -> {
            if (row.getBoolean("unfinished")) {
                unfinished.add(row.getObject("saga_id", UUID.class));
            }
        });
        return unfinished;
    }

    /**
     * Removes the payments of these sagas. With a payment goes what refuses a charge after its undo; a {@code ChargePayment} that comes
     * later still is beyond the time for which sagas are kept, which has to be longer than any message can be under way.
     */
    void remove(Collection<UUID> sagaIds) {
        jdbc.update(
                "DELETE FROM payment WHERE saga_id = ANY (?)",
                (PreparedStatement statement) -> setIds(statement, sagaIds));
    }

    private static void setIds(PreparedStatement statement, Collection<UUID> ids) throws SQLException {
        statement.setArray(1, statement.getConnection().createArrayOf("uuid", ids.toArray()));
    }

    /** The database's clock, now. */
    Instant now() {
        return clock.now();
    }
}
