package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads payments for people. Thread-safe. */
@Component
public class PaymentQueries {

    private static final String SELECT =
            "SELECT saga_id, state, amount, currency, gateway_reference, voided, settle_at, parts_made FROM payment ";

    private final JdbcClient jdbc;

    PaymentQueries(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The payment of this saga; empty if none has been asked for. */
    public Optional<PaymentDetails> find(UUID sagaId) {
        return jdbc.sql(SELECT + "WHERE saga_id = ?")
                .param(sagaId)
                .query((row, number) -> details(row))
                .optional();
    }

    /** The part of another saga's payment that this saga gives back; empty if it has asked for none. */
    public Optional<PartDetails> part(UUID sagaId) {
        return Optional.ofNullable(parts(List.of(sagaId)).get(sagaId));
    }

    /** The parts of other sagas' payments that these sagas give back, by saga; one that has asked for none is missing. */
    public Map<UUID, PartDetails> parts(Collection<UUID> sagaIds) {
        Map<UUID, PartDetails> parts = new HashMap<>();
        jdbc.sql(
                        "SELECT saga_id, payment_of, state, amount, currency, problem FROM part_refund WHERE saga_id = ANY (?)")
                .param(sagaIds.toArray(UUID[]::new))
                .query(row -> {
                    parts.put(
                            row.getObject("saga_id", UUID.class),
                            new PartDetails(
                                    row.getObject("payment_of", UUID.class),
                                    row.getString("state"),
                                    new Money(row.getLong("amount"), row.getString("currency")),
                                    row.getString("problem")));
                });
        return parts;
    }

    /** Up to {@code limit} payments that are owed to customers, the one that is tried next first. */
    public List<PaymentDetails> owed(int limit) {
        return jdbc.sql(SELECT + "WHERE settle_at IS NOT NULL AND state = 'OWED' ORDER BY settle_at LIMIT ?")
                .param(limit)
                .query((row, number) -> details(row))
                .list();
    }

    private static PaymentDetails details(ResultSet row) throws SQLException {
        Timestamp due = row.getTimestamp("settle_at");
        return new PaymentDetails(
                row.getObject("saga_id", UUID.class),
                row.getString("state"),
                new Money(row.getLong("amount"), row.getString("currency")),
                row.getString("gateway_reference"),
                row.getBoolean("voided"),
                due == null || !row.getString("state").equals("OWED") ? null : due.toInstant(),
                new Money(row.getLong("parts_made"), row.getString("currency")));
    }

    /**
     * A payment as the participant knows it.
     *
     * @param state CAPTURED, for example
     * @param gatewayReference the gateway's id of a captured payment, or its code for a declined one
     * @param voided true if no charge may start any more
     * @param refundDueAt when an owed refund is tried again; null if none is owed
     * @param returned what has gone back of it in parts, by returns
     */
    public record PaymentDetails(
            UUID sagaId,
            String state,
            Money amount,
            @Nullable String gatewayReference,
            boolean voided,
            @Nullable Instant refundDueAt,
            Money returned) {}

    /**
     * A part of another saga's payment, as the participant knows it.
     *
     * @param state MADE, for example
     * @param problem why it was not made, the last time
     */
    public record PartDetails(UUID paymentOf, String state, Money amount, String problem) {}
}
