package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.messaging.time.DatabaseClock;
import dev.layeredsaga.messaging.trace.TraceParent;
import dev.layeredsaga.messaging.trace.Tracing;
import jakarta.persistence.EntityManager;
import java.sql.Timestamp;
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
import java.util.function.Function;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** The payments in PostgreSQL, whose clock is the only one that counts. */
@Repository
class PaymentTable implements Payments {

    private static final String TO_SETTLE = """
            SELECT saga_id FROM payment WHERE settle_at <= (SELECT clock_timestamp()) AND saga_id <> ALL (?)
            ORDER BY settle_at LIMIT ?
            """;

    private static final String LOCK_TO_SETTLE = """
            SELECT saga_id, extract(epoch FROM clock_timestamp() - created_at) AS age FROM payment
            WHERE saga_id = ANY (?) AND settle_at <= (SELECT clock_timestamp()) FOR UPDATE SKIP LOCKED
            """;

    private static final String CREATED_AFTER = """
            SELECT saga_id, created_at FROM payment
            WHERE created_at > ? AND created_at < (SELECT clock_timestamp() - make_interval(secs => ?))
            ORDER BY created_at FETCH FIRST ? ROWS WITH TIES
            """;

    private static final String UNFINISHED = """
            SELECT saga_id, settle_at IS NOT NULL OR parts_promised > parts_made AS unfinished FROM payment
            WHERE saga_id = ANY (?) FOR UPDATE
            """;

    private final EntityManager entities;
    private final JdbcTemplate jdbc;
    private final DatabaseClock clock;
    private final Tracing tracing;

    PaymentTable(EntityManager entities, JdbcTemplate jdbc, Tracing tracing) {
        this.entities = entities;
        this.jdbc = jdbc;
        this.clock = new DatabaseClock(jdbc);
        this.tracing = tracing;
    }

    @Override
    public @Nullable TraceParent trace(UUID sagaId) {
        return tracing.of(sagaId);
    }

    @Override
    public void add(Collection<Payment> payments) {
        payments.forEach(entities::persist);
    }

    @Override
    public Map<UUID, Payment> bySaga(Collection<UUID> sagaIds) {
        return find(Payment.class, sagaIds, Payment::sagaId);
    }

    @Override
    public PartRefund add(PartRefund part) {
        entities.persist(part);
        return part;
    }

    @Override
    public Map<UUID, PartRefund> parts(Collection<UUID> sagaIds) {
        return sagaIds.isEmpty() ? new HashMap<>() : find(PartRefund.class, sagaIds, PartRefund::sagaId);
    }

    private <T> Map<UUID, T> find(Class<T> type, Collection<UUID> sagaIds, Function<T, UUID> sagaId) {
        Map<UUID, T> found = new HashMap<>();
        entities
                .unwrap(Session.class)
                .findMultiple(type, sagaIds.stream().distinct().toList())
                .stream()
                .filter(Objects::nonNull)
                .forEach(row -> found.put(sagaId.apply(row), row));
        return found;
    }

    /**
     * Returns the sagas of the next payments that were created after {@code position} and longer than {@code age} ago, with the times of
     * their creation, in that order: {@code limit}, and those that were created together with the last.
     */
    List<Map.Entry<UUID, Instant>> createdAfter(Instant position, Duration age, int limit) {
        return jdbc.query(
                CREATED_AFTER,
                (row, number) -> Map.entry(
                        row.getObject("saga_id", UUID.class),
                        row.getTimestamp("created_at").toInstant()),
                Timestamp.from(position),
                age.toMillis() / 1000.0,
                limit);
    }

    /** Has the settlement check the payments of these sagas at once; one that it will check anyway, when it is time. */
    void settle(Collection<UUID> sagaIds) {
        jdbc.update(
                "UPDATE payment SET settle_at = clock_timestamp(), version = version + 1 WHERE saga_id = ANY (?) AND settle_at IS NULL",
                (Object) sagaIds.toArray(UUID[]::new));
    }

    /** Returns up to {@code limit} sagas whose payments the settlement is to check by now, without those named. */
    List<UUID> toSettle(int limit, Collection<UUID> except) {
        return jdbc.query(
                TO_SETTLE, (row, number) -> row.getObject("saga_id", UUID.class), except.toArray(UUID[]::new), limit);
    }

    /** Returns the time until the settlement is to check a payment. */
    Duration untilToSettle() {
        return DatabaseClock.until(jdbc, "min(settle_at) FROM payment");
    }

    /**
     * Locks those of the payments that the settlement is to check by now, past those that another instance has locked.
     *
     * @return the payments, each with the time since its first command
     */
    Map<Payment, Duration> lockToSettle(Collection<UUID> sagaIds) {
        Map<UUID, Duration> ages = new HashMap<>();
        jdbc.query(
                LOCK_TO_SETTLE,
                row -> {
                    ages.put(
                            row.getObject("saga_id", UUID.class),
                            Duration.ofMillis(Math.round(row.getDouble("age") * 1_000)));
                },
                (Object) sagaIds.toArray(UUID[]::new));
        Map<Payment, Duration> found = new HashMap<>();
        bySaga(ages.keySet()).forEach((id, payment) -> found.put(payment, Objects.requireNonNull(ages.get(id))));
        return found;
    }

    /**
     * Locks the payments of these sagas, and returns the sagas whose payment the settlement is to check, or that have a part of one, or of
     * whose payment there is a part, that is neither made nor refused.
     */
    Set<UUID> unfinished(Collection<UUID> sagaIds) {
        Set<UUID> unfinished = new HashSet<>();
        jdbc.query(
                UNFINISHED,
                row -> {
                    if (row.getBoolean("unfinished")) {
                        unfinished.add(row.getObject("saga_id", UUID.class));
                    }
                },
                (Object) sagaIds.toArray(UUID[]::new));
        unfinished.addAll(jdbc.queryForList(
                "SELECT saga_id FROM part_refund WHERE saga_id = ANY (?) AND state = 'OPEN'", UUID.class, (Object)
                        sagaIds.toArray(UUID[]::new)));
        return unfinished;
    }

    /**
     * Removes the payments of these sagas, and the parts that they have asked for. Without a payment, a charge after its compensation is
     * not refused: sagas have to be kept for longer than any {@code ChargePayment} can be under way.
     */
    void remove(Collection<UUID> sagaIds) {
        jdbc.update("DELETE FROM payment WHERE saga_id = ANY (?)", (Object) sagaIds.toArray(UUID[]::new));
        jdbc.update("DELETE FROM part_refund WHERE saga_id = ANY (?)", (Object) sagaIds.toArray(UUID[]::new));
    }

    @Override
    public Instant now() {
        return clock.now();
    }
}
