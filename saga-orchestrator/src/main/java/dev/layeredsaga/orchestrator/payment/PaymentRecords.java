package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.payment.ChargeCaptured;
import dev.layeredsaga.contract.payment.ChargeDeclined;
import dev.layeredsaga.contract.payment.RefundMade;
import dev.layeredsaga.contract.saga.SagaReply;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** Verifies replies to charges and refunds against the participant's own rows. Thread-safe. */
@Repository
public class PaymentRecords {

    private static final String READ = """
            SELECT saga_id, state, amount, currency, gateway_reference, voided
            FROM payment WHERE saga_id = ANY (?)
            """;

    private record Row(
            Payment.State state, Money amount, @Nullable String gatewayReference, boolean voided) {

        Row(ResultSet row) throws SQLException {
            this(
                    Payment.State.valueOf(row.getString("state")),
                    new Money(row.getLong("amount"), row.getString("currency")),
                    row.getString("gateway_reference"),
                    row.getBoolean("voided"));
        }

        boolean confirms(SagaReply reply) {
            return switch (reply) {
                case ChargeCaptured captured ->
                    state == Payment.State.CAPTURED
                            && !voided
                            && captured.paymentId().equals(gatewayReference)
                            && captured.amount().equals(amount);
                // a voided payment is never paid for, so a saga that goes back because of it does no harm
                case ChargeDeclined declined ->
                    voided
                            || state == Payment.State.REFUNDED
                            || (state == Payment.State.DECLINED
                                    && declined.code().equals(gatewayReference));
                case RefundMade refund ->
                    refund.refunded() == null
                            ? state == Payment.State.VOID || state == Payment.State.OWED
                            : state == Payment.State.REFUNDED
                                    && refund.refunded().equals(amount);
                default -> true;
            };
        }
    }

    private final JdbcTemplate jdbc;

    PaymentRecords(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Returns the replies that say that money was captured, declined or given back, without the payment's row agreeing: its state,
     * amount and id at the gateway. One query for all of them, none if there is no such reply.
     */
    public List<SagaReply> contradicted(Collection<? extends SagaReply> replies) {
        List<SagaReply> claims =
                replies.stream().filter(PaymentRecords::isVerified).collect(Collectors.toList());
        if (!claims.isEmpty()) {
            Map<UUID, Row> rows = read(claims);
            claims.removeIf(claim -> {
                Row row = rows.get(claim.attempt().sagaId());
                return row != null && row.confirms(claim);
            });
        }
        return claims;
    }

    /** All others cannot confirm or undo an order: the saga asks again, or an operator is asked. */
    private static boolean isVerified(SagaReply reply) {
        return reply instanceof ChargeCaptured || reply instanceof ChargeDeclined || reply instanceof RefundMade;
    }

    private Map<UUID, Row> read(List<SagaReply> replies) {
        Object[] ids = replies.stream().map(reply -> reply.attempt().sagaId()).toArray();
        Map<UUID, Row> found = new HashMap<>();
        jdbc.query(
                READ,
                (PreparedStatement statement) ->
                        statement.setArray(1, statement.getConnection().createArrayOf("uuid", ids)),
                (ResultSet row) -> {
                    found.put(row.getObject("saga_id", UUID.class), new Row(row));
                });
        return found;
    }
}
