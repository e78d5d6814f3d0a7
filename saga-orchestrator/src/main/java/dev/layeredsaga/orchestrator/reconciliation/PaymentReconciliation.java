package dev.layeredsaga.orchestrator.reconciliation;

import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.messaging.commit.AfterCommit;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Compares each payment with its saga once that should have ended, so that no money is kept for an order that is not delivered. What a
 * payment without a completed saga may have taken is owed to the customer: the gateway is asked, and gives it back. What an operator
 * has settled by hand, or what is too old for its saga to be known, is logged and left to operators. A payment whose saga has not ended
 * is compared again later. Any number of instances may do so side by side.
 */
@Component
class PaymentReconciliation {

    private static final Logger log = LoggerFactory.getLogger(PaymentReconciliation.class);

    private static final String LOCK_PROGRESS =
            "SELECT position FROM reconciliation_progress WHERE name = 'payments' FOR UPDATE SKIP LOCKED";

    /** Marks those of the next payments that do not plainly agree with their saga; nothing is written for the others. */
    private static final String COMPARE = """
            WITH seen AS MATERIALIZED (
              SELECT saga_id, created_at, state, voided FROM payment
              WHERE created_at > ? AND created_at < (SELECT clock_timestamp() - make_interval(secs => ?))
              ORDER BY created_at FETCH FIRST ? ROWS WITH TIES
            ), marked AS (
              UPDATE payment SET reconcile_at = clock_timestamp()
              FROM seen LEFT JOIN saga ON saga.id = seen.saga_id
              WHERE payment.saga_id = seen.saga_id AND payment.reconcile_at IS NULL
                AND (saga.status = 'COMPLETED' AND seen.state = 'CAPTURED' AND NOT seen.voided
                  OR saga.status = 'COMPENSATED' AND seen.state IN ('NEW', 'VOID', 'DECLINED', 'REFUNDED')) IS NOT TRUE
            )
            SELECT count(*) AS number, max(created_at) AS last FROM seen
            """;

    private static final String PROGRESS = "UPDATE reconciliation_progress SET position = ? WHERE name = 'payments'";

    private static final String LOCK_MARKED = """
            SELECT payment.saga_id, payment.state, payment.voided, saga.status,
              payment.refund_due_at IS NOT NULL AS owed,
              payment.called_until > clock_timestamp() IS TRUE AS called,
              extract(epoch FROM clock_timestamp() - payment.created_at) AS age,
              EXISTS (SELECT FROM saga_action WHERE saga_action.saga_id = payment.saga_id
                AND action IN ('SKIP', 'RESOLVE_COMPLETED', 'RESOLVE_COMPENSATED')) AS by_hand
            FROM payment LEFT JOIN saga ON saga.id = payment.saga_id
            WHERE payment.reconcile_at <= (SELECT clock_timestamp())
            ORDER BY payment.reconcile_at LIMIT ? FOR UPDATE OF payment SKIP LOCKED
            """;

    private static final String REFUND = """
            UPDATE payment SET voided = true, refund_due_at = clock_timestamp(), reconcile_at = NULL, version = version + 1
            WHERE saga_id = ANY (?)
            """;

    private static final String POSTPONE = """
            UPDATE payment SET reconcile_at = clock_timestamp() + make_interval(secs => wait.seconds)
            FROM unnest(?::uuid[], ?::float8[]) AS wait (id, seconds) WHERE payment.saga_id = wait.id
            """;

    private static final String SETTLED = "UPDATE payment SET reconcile_at = NULL WHERE saga_id = ANY (?)";

    /** Payments that were compared, and when the last of them was made. */
    private record Page(int size, @Nullable Timestamp last) {}

    private enum Finding {
        AGREES,
        UNDER_WAY,
        OWED,
        FOR_OPERATORS
    }

    /** A payment and its saga's status, which is null if there is no such saga. */
    private record Compared(
            UUID sagaId,
            String state,
            boolean voided,
            boolean owed,
            boolean called,
            Duration age,
            @Nullable SagaStatus saga,
            boolean byHand) {

        static Compared of(ResultSet row, int number) throws SQLException {
            return new Compared(
                    row.getObject("saga_id", UUID.class),
                    row.getString("state"),
                    row.getBoolean("voided"),
                    row.getBoolean("owed"),
                    row.getBoolean("called"),
                    Duration.ofMillis(Math.round(row.getDouble("age") * 1_000)),
                    statusOf(row),
                    row.getBoolean("by_hand"));
        }

        private static @Nullable SagaStatus statusOf(ResultSet row) throws SQLException {
            String status = row.getString("status");
            return status == null ? null : SagaStatus.valueOf(status);
        }

        /** @param sagasAreKept how old a payment may be whose saga must still be there if it has ended well */
        Finding finding(Duration sagasAreKept) {
            boolean mayHaveTaken = state.equals("OPEN") || state.equals("CAPTURED");
            if (owed) {
                return Finding.AGREES;
            }
            if (saga == null) {
                return refundIf(mayHaveTaken, age.compareTo(sagasAreKept) < 0);
            }
            return switch (saga) {
                case COMPLETED -> state.equals("CAPTURED") && !voided ? Finding.AGREES : Finding.FOR_OPERATORS;
                case COMPENSATED -> refundIf(mayHaveTaken, !byHand);
                case RUNNING, COMPENSATING, STUCK -> Finding.UNDER_WAY;
            };
        }

        private Finding refundIf(boolean mayHaveTaken, boolean certain) {
            if (!mayHaveTaken) {
                return Finding.AGREES;
            }
            if (called) {
                return Finding.UNDER_WAY;
            }
            return certain ? Finding.OWED : Finding.FOR_OPERATORS;
        }
    }

    private final JdbcTemplate jdbc;
    private final Sweep sweep;
    private final ReconciliationSettings settings;
    private final Duration sagasAreKept;
    private final Counters counters;

    /** @param keep how long ended sagas are kept, {@code orchestrator.retention.keep} */
    PaymentReconciliation(
            JdbcTemplate jdbc,
            Sweep sweep,
            ReconciliationSettings settings,
            @Value("${orchestrator.retention.keep:30d}") Duration keep,
            MeterRegistry meters) {
        this.jdbc = jdbc;
        this.sweep = sweep;
        this.settings = settings;
        this.sagasAreKept = keep.dividedBy(2);
        this.counters = new Counters(meters);
    }

    private static final class Counters {

        private final Counter owed;
        private final Counter forOperators;

        Counters(MeterRegistry meters) {
            owed = counter(meters, "refund-owed");
            forOperators = counter(meters, "left-to-operator");
        }

        private static Counter counter(MeterRegistry meters, String action) {
            return Counter.builder("payments.reconciled")
                    .description("Payments that do not agree with how their saga has ended, by what was done")
                    .tag("action", action)
                    .register(meters);
        }
    }

    @Scheduled(fixedDelayString = "${orchestrator.reconciliation.interval:10s}")
    void sweep() {
        sweep.run("payments", this::compareNext);
        sweep.run("payments", this::reconcileMarked);
    }

    /** Returns how many payments were compared. */
    private int compareNext() {
        List<Timestamp> position = jdbc.query(LOCK_PROGRESS, (row, number) -> row.getTimestamp("position"));
        if (position.isEmpty()) {
            return 0;
        }
        Page page = Objects.requireNonNull(jdbc.queryForObject(
                COMPARE,
                (row, number) -> new Page(row.getInt("number"), row.getTimestamp("last")),
                position.getFirst(),
                settings.paymentsAfter().toMillis() / 1000.0,
                settings.batchSize()));
        if (page.last() != null) {
            jdbc.update(PROGRESS, page.last());
        }
        return page.size();
    }

    /** Returns how many marked payments were due. */
    private int reconcileMarked() {
        List<Compared> due = jdbc.query(LOCK_MARKED, Compared::of, settings.batchSize());
        if (due.isEmpty()) {
            return 0;
        }
        List<UUID> owed = new ArrayList<>();
        List<UUID> settled = new ArrayList<>();
        List<Compared> later = new ArrayList<>();
        int forOperators = 0;
        for (Compared payment : due) {
            switch (payment.finding(sagasAreKept)) {
                case AGREES -> settled.add(payment.sagaId());
                case UNDER_WAY -> later.add(payment);
                case OWED -> {
                    owed.add(payment.sagaId());
                    log.warn(
                            "{} is {} and its saga {}, giving the money back",
                            payment.sagaId(),
                            payment.state(),
                            ended(payment));
                }
                case FOR_OPERATORS -> {
                    settled.add(payment.sagaId());
                    forOperators++;
                    log.error(
                            "{} is {} and its saga {}: an operator has to look at the gateway's ledger",
                            payment.sagaId(),
                            payment.state(),
                            ended(payment));
                }
            }
        }
        jdbc.update(REFUND, (Object) owed.toArray(UUID[]::new));
        jdbc.update(SETTLED, (Object) settled.toArray(UUID[]::new));
        jdbc.update(
                POSTPONE,
                later.stream().map(Compared::sagaId).toArray(UUID[]::new),
                later.stream().map(this::secondsToWait).toArray(Double[]::new));
        int shown = forOperators;
        AfterCommit.run(() -> {
            counters.owed.increment(owed.size());
            counters.forOperators.increment(shown);
        });
        return due.size();
    }

    private static String ended(Compared payment) {
        return payment.saga() == null ? "is unknown" : "has ended as " + payment.saga();
    }

    private Double secondsToWait(Compared payment) {
        Duration wait = payment.age().compareTo(settings.longest()) < 0 ? payment.age() : settings.longest();
        return Math.max(1, wait.toSeconds()) * 1.0;
    }
}
